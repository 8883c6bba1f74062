/** The small picture of a layout. It says nothing that the text beside it does not. */
export function Picture({ src }: { src: string }) {
  return <div className="bg-sunken aspect-[16/9] px-6 pt-4 overflow-hidden">{src && <img src={src} alt="" draggable={false} className="block w-full h-full object-contain object-top picture" />}</div>;
}
