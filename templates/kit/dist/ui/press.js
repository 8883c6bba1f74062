/**
 * What a button does, and whether it rests: a press then does nothing. Unlike a disabled button it keeps the focus, which
 * would be lost when the very press makes it rest.
 */
export const press = (act, rests) => ({
    "aria-disabled": rests,
    onClick: () => void (rests || act()),
});
