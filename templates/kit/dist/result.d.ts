import { type HostState, type ToolResult } from "./host.js";
/** The sentence of a failed result: the structured error of Berth's apps, else the first text block. */
export declare function errorText(result: ToolResult): string;
/** What a failed result says of single arguments, where it does: error.details.problems of Berth's apps. */
export declare function errorProblems(result: ToolResult): {
    location: string;
    message: string;
}[];
/** A result that carries an error object counts as failed: window.openai hands over the output without isError. */
export declare function failed(result: ToolResult): boolean;
/** The change of state that a tool's result means. */
export declare function resultState(result: ToolResult): Partial<HostState>;
/** Gives any answer of a host's callTool the shape of a ToolResult; older hosts answer {result: "<json or text>"}. */
export declare function normalize(answer: unknown): ToolResult;
