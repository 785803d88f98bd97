/** A folder of files packed into one array of bytes. */
export type FileArchive = {
  /** Paths in the folder, parents before their contents. */
  readonly directories: readonly string[];
  readonly files: readonly { readonly path: string; readonly content: Uint8Array<ArrayBuffer> }[];
};

/** `sizes` are those of the different contents, and `files` say by its place in them which one they have. */
type Header = {
  readonly directories: readonly string[];
  readonly files: readonly (readonly [path: string, content: number])[];
  readonly sizes: readonly number[];
};

/**
 * The format: the length of the header in four bytes, the header as JSON, then the contents one after the other. Equal
 * ones are written once: an empty index of PostgreSQL is a page that is the same for all of them.
 */
export function packArchive({ directories, files }: FileArchive): Uint8Array<ArrayBuffer> {
  const contents: Uint8Array[] = [];
  const placeOf = placesIn(contents);
  const places = files.map(({ path, content }) => [path, placeOf(content)] as const);
  const header: Header = { directories, files: places, sizes: contents.map(({ length }) => length) };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const packed = new Uint8Array(contents.reduce((sum, { length }) => sum + length, 4 + head.length));
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, 4);
  let position = 4 + head.length;
  for (const content of contents) {
    packed.set(content, position);
    position += content.length;
  }
  return packed;
}

/** Adds a content to the list unless an equal one is in it, and answers its place. */
function placesIn(contents: Uint8Array[]): (content: Uint8Array) => number {
  const bySize = new Map<number, number[]>();
  return (content) => {
    const places = bySize.get(content.length) ?? [];
    const known = places.find((place) => contents[place]!.every((byte, index) => byte === content[index]));
    if (known !== undefined) return known;
    bySize.set(content.length, [...places, contents.length]);
    return contents.push(content) - 1;
  };
}

/**
 * The contents are views: writing to one writes to the archive, and reading copies nothing. Files with equal contents
 * have the same one.
 */
export function unpackArchive(packed: ArrayBuffer): FileArchive {
  const length = new DataView(packed).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as Header;
  let position = 4 + length;
  const contents = header.sizes.map((size) => {
    const content = new Uint8Array(packed, position, size);
    position += size;
    return content;
  });
  return {
    directories: header.directories,
    files: header.files.map(([path, place]) => ({ path, content: contents[place]! })),
  };
}
