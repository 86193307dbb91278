/** A text with code between backquotes. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have their order alone.
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
