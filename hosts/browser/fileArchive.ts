/** A folder of files packed into one array of bytes. */
export type FileArchive = {
  /** Paths in the folder, parents before their contents. */
  readonly directories: readonly string[];
  readonly files: readonly { readonly path: string; readonly content: Uint8Array<ArrayBuffer> }[];
};

type Header = { directories: readonly string[]; files: (readonly [path: string, size: number])[] };

/** The format: the length of the header in four bytes, the header as JSON, then the files one after the other. */
export function packArchive({ directories, files }: FileArchive): Uint8Array<ArrayBuffer> {
  const header: Header = { directories, files: files.map(({ path, content }) => [path, content.length]) };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const packed = new Uint8Array(files.reduce((sum, { content }) => sum + content.length, 4 + head.length));
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, 4);
  let position = 4 + head.length;
  for (const { content } of files) {
    packed.set(content, position);
    position += content.length;
  }
  return packed;
}

/** The contents are views: writing to one writes to the archive, and reading copies nothing. */
export function unpackArchive(packed: ArrayBuffer): FileArchive {
  const length = new DataView(packed).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as Header;
  let position = 4 + length;
  const files = header.files.map(([path, size]) => {
    const content = new Uint8Array(packed, position, size);
    position += size;
    return { path, content };
  });
  return { directories: header.directories, files };
}
