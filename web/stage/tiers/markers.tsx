/** Heads of the arrows that the stage draws. */
export function Markers() {
  return (
    <defs>
      <marker
        id="link-end"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M0 1 L7 4 L0 7" className="link-head" />
      </marker>
      <marker
        id="counterpart-end"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="9"
        markerHeight="9"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0 0.5 L8 4 L0 7.5z" className="counterpart-head" />
      </marker>
      {Array.from({ length: 9 }, (_, index) => `txn-${index}`).map((name) => (
        <marker
          key={name}
          id={`fall-end-${name}`}
          className={name}
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="6"
          markerHeight="6"
          orient="auto"
        >
          <path d="M1 1 L8 5 L1 9" className="fall-head" />
        </marker>
      ))}
    </defs>
  );
}
