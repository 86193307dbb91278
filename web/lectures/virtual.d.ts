declare module 'virtual:lectures' {
  const heads: unknown;
  export default heads;
}
