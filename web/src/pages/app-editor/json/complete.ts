import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { SyntaxNode, Tree } from "@lezer/common";
import { blank, typesOf, type Schema } from "../data/schema";

/** Suggests the names that the schema knows at this place and that are not there yet, and the values that it allows. */
export function complete(context: CompletionContext, tree: Tree, schema: Schema): CompletionResult | null {
  const node = tree.resolveInner(context.pos, -1);
  const object = enclosing(node, "Object");
  const property = enclosing(node, "Property");
  const name = property?.getChild("PropertyName");
  const text = (n: SyntaxNode) => context.state.sliceDoc(n.from, n.to);

  if (property && name && context.pos > name.to && property.from > (object?.from ?? -1)) {
    const here = schemaAt(schema, property, text);
    const values = here ? valuesOf(here) : [];
    const typed = /String|Number|True|False|Null|⚠/.test(node.name) && node.from > name.to;
    if (!values.length || (!context.explicit && !typed)) return null;
    return {
      from: typed && node.name !== "⚠" ? node.from : context.pos,
      ...(typed && node.name !== "⚠" ? { to: node.to } : {}),
      options: values.map((value) => ({ label: JSON.stringify(value), type: "constant" })),
      filter: false,
    };
  }
  if (!object) return null;
  const naming = node.name === "PropertyName" || (node.name === "String" && !name);
  if (!naming && !context.explicit) return null;
  const here = schemaAt(schema, object, text);
  const present = object
    .getChildren("Property")
    .flatMap((p) => p.getChild("PropertyName") ?? [])
    .filter((n) => !(n.from <= context.pos && context.pos <= n.to))
    .map((n) => unquote(text(n)));
  const finished = naming && /^\s*:/.test(context.state.sliceDoc(node.to, node.to + 20));
  const options = Object.entries(here?.properties ?? {})
    .filter(([key]) => !present.includes(key))
    .map(([key, s]) => ({
      label: `"${key}"`,
      type: "property",
      ...(s.description ? { info: s.description } : {}),
      apply: finished ? `"${key}"` : `"${key}": ${JSON.stringify(blank(s))}`,
      ...(here?.required?.includes(key) ? { detail: "required", boost: 1 } : {}),
    }));
  if (!options.length) return null;
  return naming ? { from: node.from, to: node.to, options } : { from: context.pos, options };
}

function enclosing(node: SyntaxNode | null, name: string): SyntaxNode | null {
  for (let at = node; at; at = at.parent) if (at.name === name) return at;
  return null;
}

const unquote = (text: string) => text.replace(/^"|"$/g, "");

/** The schema of the value that a node of the tree is, or of the value of a property. */
function schemaAt(schema: Schema, node: SyntaxNode, text: (n: SyntaxNode) => string): Schema | undefined {
  const steps: (string | null)[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === "Property") {
      const name = at.getChild("PropertyName");
      if (name) steps.unshift(unquote(text(name)));
    } else if (at.parent?.name === "Array") steps.unshift(null);
  }
  return steps.reduce<Schema | undefined>((s, step) => (step === null ? s?.items : s?.properties?.[step]), schema);
}

function valuesOf(schema: Schema): unknown[] {
  if (schema.enum) return schema.enum;
  return typesOf(schema).includes("boolean") ? [true, false] : [];
}
