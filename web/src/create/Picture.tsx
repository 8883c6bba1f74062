/** The small picture of a layout. It says nothing that the text beside it does not. */
export function Picture({ src }: { src: string }) {
  return <div className="bg-sunken aspect-[16/9] grid place-items-center p-4 overflow-hidden">{src && <img src={src} alt="" className="max-h-full max-w-full rounded-md" draggable={false} />}</div>;
}
