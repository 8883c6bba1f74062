/**
 * What a button does, and whether it rests: a press then does nothing. Unlike a disabled button it keeps the focus, which
 * would be lost when the very press makes it rest.
 */
export declare const press: (act: () => unknown, rests: boolean | undefined) => {
    "aria-disabled": boolean | undefined;
    onClick: () => undefined;
};
