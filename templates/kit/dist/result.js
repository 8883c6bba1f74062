import { isDict } from "./host.js";
import { text } from "./text.js";
/** The sentence of a failed result: the structured error of Berth's apps, else the first text block. */
export function errorText(result) {
    const structured = result.structuredContent;
    if (isDict(structured)) {
        const error = structured["error"];
        if (typeof error === "string" && error)
            return error;
        if (isDict(error) && typeof error["message"] === "string" && error["message"])
            return error["message"];
    }
    for (const block of Array.isArray(result.content) ? result.content : []) {
        if (isDict(block) && block["type"] === "text" && typeof block["text"] === "string" && block["text"])
            return block["text"];
    }
    return "The tool reported an error.";
}
/** What a failed result says of single arguments, where it does: error.details.problems of Berth's apps. */
export function errorProblems(result) {
    const error = isDict(result.structuredContent) ? result.structuredContent["error"] : null;
    const details = isDict(error) ? error["details"] : null;
    const problems = isDict(details) ? details["problems"] : null;
    return (Array.isArray(problems) ? problems : [])
        .filter(isDict)
        .map((problem) => ({ location: text(problem["location"]), message: text(problem["message"]) }))
        .filter((problem) => problem.message !== "");
}
/** A result that carries an error object counts as failed: window.openai hands over the output without isError. */
export function failed(result) {
    if (result.isError === true)
        return true;
    const error = isDict(result.structuredContent) ? result.structuredContent["error"] : undefined;
    return (typeof error === "string" && error !== "") || (isDict(error) && typeof error["message"] === "string");
}
/** The change of state that a tool's result means. */
export function resultState(result) {
    const bad = failed(result);
    return {
        phase: bad ? "error" : "ready",
        message: bad ? errorText(result) : null,
        toolOutput: result.structuredContent ?? null,
        toolResponseMetadata: isDict(result._meta) ? result._meta : null,
    };
}
/** Gives any answer of a host's callTool the shape of a ToolResult; older hosts answer {result: "<json or text>"}. */
export function normalize(answer) {
    if (!isDict(answer))
        return { content: [{ type: "text", text: String(answer ?? "") }] };
    if ("structuredContent" in answer || "content" in answer || "isError" in answer)
        return answer;
    const said = answer["result"];
    if (typeof said !== "string")
        return { structuredContent: answer };
    try {
        const parsed = JSON.parse(said);
        if (isDict(parsed))
            return normalize("result" in parsed ? { structuredContent: parsed } : parsed);
    }
    catch {
        // A text that is no JSON is the answer itself.
    }
    return { content: [{ type: "text", text: said }] };
}
