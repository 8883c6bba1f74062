import clsx from "clsx";

/** The small picture of a layout. It says nothing that the text beside it does not. */
export function Picture({
  src,
  beside = false,
}: {
  src: string;
  /** Beside the text on a phone, not above it. */ beside?: boolean;
}) {
  return (
    <span
      className={clsx(
        "block bg-sunken overflow-hidden",
        beside ? "px-2.5 py-4 sm:aspect-[16/9] sm:px-6 sm:pb-0" : "aspect-[16/9] px-6 pt-4",
      )}
    >
      {src && (
        <img src={src} alt="" draggable={false} className="block w-full h-full object-contain object-top picture" />
      )}
    </span>
  );
}
