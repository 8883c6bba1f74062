import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "kit/dist/", "sheet/", ".shots/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { rules: { "max-len": ["error", { code: 180, ignoreUrls: true }] } }, // what the formatter does not break: texts
  {
    files: ["**/*.{ts,tsx}"],
    extends: [ts.configs.recommended, a11y.flatConfigs.recommended],
    plugins: { "react-hooks": hooks },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Of react-hooks the two rules of hooks themselves: the others ask for what the React Compiler wants, which is not used.
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      // Of the rules that know types those about promises that nobody waits for; tsc is as strict as it can be.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-control-regex": "off", // what reads texts of strangers names control characters on purpose
      // A table that becomes cards on a phone loses its roles with its display; they are written out.
      "jsx-a11y/no-redundant-roles": "off",
      "jsx-a11y/no-interactive-element-to-noninteractive-role": "off",
      "jsx-a11y/no-noninteractive-tabindex": "off", // a region that scrolls takes the focus, or keys could not scroll it
      "jsx-a11y/no-noninteractive-element-interactions": "off", // keys that are pressed on what stands inside
    },
  },
  { files: ["test/**"], rules: { "@typescript-eslint/no-explicit-any": "off" } }, // messages of every shape
  { files: ["**/*.{mjs,js}"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
);
