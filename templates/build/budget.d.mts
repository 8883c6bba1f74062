export function budgetOf(name: string): number;
export function weigh(name: string, html: string): number;
