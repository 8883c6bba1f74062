/** Longer than hosts give a tool, since a person may first be asked for consent. */
const patience = 120_000;
/**
 * What a host answers, or a refusal by the name of TimeoutError when it never does: whoever waits for it gets their control
 * back, and cannot know what has become of what they asked.
 */
export function inTime(answer) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new DOMException("The host did not answer in time.", "TimeoutError")), patience);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
