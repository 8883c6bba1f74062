/**
 * What a host answers, or a refusal by the name of TimeoutError when it never does: whoever waits for it gets their control
 * back, and cannot know what has become of what they asked.
 */
export declare function inTime<T>(answer: Promise<T>): Promise<T>;
