const boats = [
  { name: "Aurora", text: "Sloop, 9 m", price: "€ 180 a day", hull: "var(--accent)" },
  { name: "Tern", text: "Catboat, 5 m", price: "€ 60 a day", hull: "var(--buoy)" },
];

/** A picture of what an app looks like in a conversation. */
export function Scene() {
  return (
    <figure
      aria-label="A conversation: somebody asks for a boat to hire, and an app made with Berth answers with two boats as cards"
      role="img"
      className="rounded-card border border-line bg-surface shadow-high p-4 sm:p-5 grid gap-4 w-full max-w-md lg:justify-self-end"
    >
      <p className="justify-self-end bg-sunken rounded-2xl rounded-br-sm px-3.5 py-2 max-w-[85%]">
        Can I hire a boat in Lisbon on Saturday?
      </p>
      <p className="text-sm text-muted flex items-center gap-2">
        <span className="size-2 rounded-full bg-good" /> Boats for hire
      </p>
      <div className="grid grid-cols-2 gap-3">
        {boats.map(({ name, text, price, hull }) => (
          <div key={name} className="rounded-xl border border-line overflow-hidden bg-raised">
            <svg viewBox="0 0 160 84" className="w-full block bg-accent-soft">
              <path d="M0 66q20-6 40 0t40 0 40 0 40 0v18H0z" fill="var(--accent)" opacity="0.22" />
              <path d="M50 58h60l-9 12H59z" fill={hull} />
              <path d="M78 12v42H54z" fill={hull} opacity="0.75" />
              <path d="M83 22v32h22z" fill={hull} opacity="0.5" />
              <path d="M0 74q20-5 40 0t40 0 40 0 40 0v10H0z" fill="var(--accent)" opacity="0.3" />
            </svg>
            <div className="p-3 grid gap-0.5">
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-muted">{text}</p>
              <p className="text-sm font-medium pt-1">{price}</p>
            </div>
          </div>
        ))}
      </div>
      <p>Two boats are free this Saturday. Aurora has room for six.</p>
    </figure>
  );
}
