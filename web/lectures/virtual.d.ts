declare module 'virtual:lectures' {
  const heads: unknown;
  export default heads;
}

declare module 'virtual:lectures/outlines' {
  const outlines: unknown;
  export default outlines;
}

declare module 'virtual:lectures/abouts/*' {
  const abouts: Readonly<Record<string, string>>;
  export default abouts;
}
