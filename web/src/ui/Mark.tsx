/** The sign of Berth: a boat under sail. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d="M6 31h36l-5 9H11z" fill="var(--accent)" />
      <path d="M23 6v22H9z" fill="var(--accent)" opacity="0.78" />
      <path d="M26 11v17h12z" fill="var(--buoy)" />
    </svg>
  );
}
