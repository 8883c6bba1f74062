import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type Look } from "./Button";
import { IconButton } from "./IconButton";
import { toast } from "./toasts";

interface Props {
  text: string;
  /** What is copied: "the address", for the button's name. */
  what: string;
  /** Shows the word Copy beside the icon, or other words that begin with it. */
  word?: boolean | string;
  look?: Look;
  size?: "small" | "normal";
}

/** Puts text on the clipboard and says so. */
export function CopyButton({ text, what, word = false, look = word ? "plain" : "quiet", size = "small" }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    void write(text).then((ok) => {
      setCopied(ok);
      if (!ok)
        toast({
          tone: "bad",
          title: "The browser does not allow copying",
          text: "Select the text and copy it by hand.",
        });
    });
  };
  const icon = copied ? (
    <Check size={16} className={look === "primary" ? "" : "text-good"} aria-hidden="true" />
  ) : (
    <Copy size={16} aria-hidden="true" />
  );
  return (
    <>
      {word ? (
        <Button look={look} size={size} icon={icon} onClick={copy} aria-label={`Copy ${what}`}>
          {copied ? "Copied" : word === true ? "Copy" : word}
        </Button>
      ) : (
        <IconButton look={look} size={size} icon={icon} onClick={copy} label={`Copy ${what}`} />
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </>
  );
}

/** Writes to the clipboard, also on pages that came over plain HTTP from another machine, where browsers offer no API. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.readOnly = true;
    area.className = "fixed -left-[999px]";
    const before = document.activeElement;
    (before?.closest("[role=dialog]") ?? document.body).append(area); // a modal dialog lets nothing outside of it have the focus
    area.select();
    const ok = document.execCommand("copy");
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return ok;
  }
}
