/** Whether fingers are what points; then rows are as high as they are wide. */
export const coarse = matchMedia("(pointer: coarse)").matches;

/** In CSS pixels. */
export const rowHeight = coarse ? 44 : 36;
