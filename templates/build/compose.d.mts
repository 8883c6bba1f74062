export const themeSlot: string;
export const configSlot: string;
export function compose(title: string, parts: { script: string; style: string }): string;
