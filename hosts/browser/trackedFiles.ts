/**
 * The block size. Small, because a change of one row changes one or two blocks; far below 64 KB, from which on browsers
 * store a value in a separate file.
 */
export const blockBytes = 32 * 1024;

/** The structure of a folder. A file's number stays the same when it is renamed. */
export type FileTree = {
  /** Paths in the folder, parents before their contents. */
  readonly directories: readonly string[];
  readonly files: readonly { readonly number: number; readonly path: string; readonly size: number }[];
};

/** The changes in a folder since the last call. */
export type FileChanges = {
  /** The current structure; null if it is unchanged. */
  readonly tree: FileTree | null;
  /** Numbers of deleted files. */
  readonly removed: readonly number[];
  readonly blocks: readonly { readonly file: number; readonly block: number; readonly content: Uint8Array }[];
  /** Call it if they could not be stored: the next changes include them again. */
  readonly giveBack: () => void;
};

export type TrackedFiles = {
  readonly mountAt: (module: EmscriptenFiles, folder: string) => void;
  /**
   * Adds files that do not count as changes. Uses their contents without copying them; one that several files have is
   * copied by the first write to each.
   */
  readonly fill: (directories: readonly string[], files: readonly FilledFile[]) => void;
  /** Null if there are none. */
  readonly takeChanges: () => FileChanges | null;
  /** All files, in the order of the tree. The contents are views that change with the next write. */
  readonly everything: () => WholeFolder;
  /** The size of the changed blocks, as if all were full. */
  readonly changedBytes: () => number;
};
export type WholeFolder = { readonly tree: FileTree; readonly contents: readonly Uint8Array<ArrayBuffer>[] };
export type FilledFile = {
  readonly number: number;
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
};

/** The parts of Emscripten's in-memory file nodes that are tracked. */
type FileNode = {
  readonly mode: number;
  contents: Uint8Array | Record<string, FileNode>;
  usedBytes: number;
  node_ops: NodeOperations;
  stream_ops: StreamOperations;
};
type NodeOperations = {
  mknod(parent: FileNode, name: string, mode: number, device: number): FileNode;
  rename(node: FileNode, parent: FileNode, name: string): void;
  unlink(parent: FileNode, name: string): void;
  rmdir(parent: FileNode, name: string): void;
  setattr(node: FileNode, attributes: { size?: number }): void;
};
type Stream = { readonly node: FileNode };
type StreamOperations = {
  write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number, canOwn?: boolean): number;
};
export type EmscriptenFiles = {
  readonly FS: {
    mkdirTree(path: string): void;
    mkdir(path: string): void;
    mknod(path: string, mode: number, device: number): FileNode;
    mount(type: { mount(mount: unknown): FileNode }, options: object, path: string): FileNode;
    isFile(mode: number): boolean;
    isDir(mode: number): boolean;
  };
  readonly MEMFS: { mount(mount: unknown): FileNode };
};

/** The mode of a file that only its owner may read and write. */
const fileMode = 0o100600;

/** An in-memory file system that tracks which blocks have changed, so that only those are stored. */
export function trackedFiles(): TrackedFiles {
  let place: { module: EmscriptenFiles; folder: string; root: FileNode } | undefined;
  const numbers = new Map<FileNode, number>();
  let lastNumber = 0;
  let changed = new Map<FileNode, Set<number>>();
  let removed: number[] = [];
  let hasNewTree = false;
  const shared = new WeakSet<FileNode>();

  const own = (node: FileNode) => {
    if (shared.delete(node)) node.contents = (node.contents as Uint8Array).slice();
  };
  const enter = (node: FileNode) => numbers.set(node, ++lastNumber);
  const leave = (node: FileNode | undefined) => {
    const number = node && numbers.get(node);
    if (node === undefined || number === undefined) return;
    numbers.delete(node);
    changed.delete(node);
    removed.push(number);
  };
  const mark = (node: FileNode, from: number, to: number) => {
    // Deleted, and still open.
    if (!numbers.has(node)) return;
    const blocks = changed.get(node) ?? new Set();
    for (let block = Math.floor(from / blockBytes); block * blockBytes < to; block++) blocks.add(block);
    changed.set(node, blocks);
  };
  const follow = followWith({ own, enter, leave, mark, changeTree: () => void (hasNewTree = true) });

  const mountAt = (module: EmscriptenFiles, folder: string) => {
    module.FS.mkdirTree(folder);
    const type = { mount: (mount: unknown) => follow(module, module.MEMFS.mount(mount)) };
    place = { module, folder, root: module.FS.mount(type, {}, folder) };
  };
  const fill = (directories: readonly string[], files: readonly FilledFile[]) => {
    const { module, folder } = place!;
    for (const path of directories) module.FS.mkdir(`${folder}/${path}`);
    const known = new Map<Uint8Array, FileNode>();
    for (const { number, path, content } of files) {
      const node = module.FS.mknod(`${folder}/${path}`, fileMode, 0);
      node.contents = content;
      node.usedBytes = content.length;
      numbers.set(node, number);
      const other = known.get(content);
      if (other) shared.add(other).add(node);
      known.set(content, node);
    }
    lastNumber = Math.max(0, ...files.map(({ number }) => number));
  };
  const takeChanges = (): FileChanges | null => {
    if (changed.size === 0 && removed.length === 0 && !hasNewTree) return null;
    const taken = { changed, removed, hasNewTree };
    [changed, removed, hasNewTree] = [new Map(), [], false];
    const giveBack = () => {
      for (const [node, blocks] of taken.changed)
        for (const block of blocks) mark(node, block * blockBytes, (block + 1) * blockBytes);
      removed.push(...taken.removed);
      hasNewTree ||= taken.hasNewTree;
    };
    const blocks = [...taken.changed].flatMap(([node, marks]) => blocksOf(node, numbers.get(node)!, marks));
    const tree = taken.hasNewTree ? folderOf(place!.module, place!.root, numbers).tree : null;
    return { tree, removed: taken.removed, blocks, giveBack };
  };
  const changedBytes = () => [...changed.values()].reduce((sum, blocks) => sum + blocks.size, 0) * blockBytes;
  const everything = () => folderOf(place!.module, place!.root, numbers);
  return { mountAt, fill, takeChanges, everything, changedBytes };
}

type Marks = {
  /** Before a change of its contents. */
  readonly own: (file: FileNode) => void;
  readonly enter: (file: FileNode) => void;
  readonly leave: (file: FileNode | undefined) => void;
  readonly mark: (file: FileNode, from: number, to: number) => void;
  readonly changeTree: () => void;
};

/** Emscripten calls the operations of each node: these call the originals and record the change. */
const followWith =
  ({ own, enter, leave, mark, changeTree }: Marks) =>
  ({ FS }: EmscriptenFiles, root: FileNode): FileNode => {
    const ofFolder = root.node_ops;
    const followed: NodeOperations = {
      ...ofFolder,
      mknod(parent, name, mode, device) {
        const node = ofFolder.mknod(parent, name, mode, device);
        changeTree();
        if (FS.isDir(mode)) node.node_ops = followed;
        if (!FS.isFile(mode)) return node;
        enter(node);
        followContent(node);
        return node;
      },
      rename(node, parent, name) {
        leave(childrenOf(parent)[name]);
        ofFolder.rename(node, parent, name);
        changeTree();
      },
      unlink(parent, name) {
        leave(childrenOf(parent)[name]);
        ofFolder.unlink(parent, name);
        changeTree();
      },
      rmdir(parent, name) {
        ofFolder.rmdir(parent, name);
        changeTree();
      },
    };
    const followContent = (file: FileNode) => {
      const { node_ops: ofFile, stream_ops: ofStream } = file;
      file.node_ops = {
        ...ofFile,
        setattr(node, attributes) {
          own(node);
          const before = node.usedBytes;
          ofFile.setattr(node, attributes);
          if (node.usedBytes === before) return;
          changeTree();
          if (node.usedBytes > before) return mark(node, before, node.usedBytes);
          // The bytes beyond its new end must not come back if it grows again, so it gets a new number.
          leave(node);
          enter(node);
          mark(node, 0, node.usedBytes);
        },
      };
      file.stream_ops = {
        ...ofStream,
        write(stream, buffer, offset, length, position, canOwn) {
          own(stream.node);
          const before = stream.node.usedBytes;
          const written = ofStream.write(stream, buffer, offset, length, position, canOwn);
          // From its old end, because a write beyond it fills the gap with zeros.
          mark(stream.node, Math.min(before, position), position + written);
          if (stream.node.usedBytes !== before) changeTree();
          return written;
        },
      };
    };
    root.node_ops = followed;
    return root;
  };

const childrenOf = (folder: FileNode) => folder.contents as Record<string, FileNode>;

/** Emscripten keeps what is written to an empty file as signed bytes. */
function bytesOf({ contents }: FileNode): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = contents as Uint8Array<ArrayBuffer>;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function blocksOf(node: FileNode, file: number, marks: ReadonlySet<number>): FileChanges["blocks"] {
  const bytes = bytesOf(node);
  return [...marks]
    .filter((block) => block * blockBytes < node.usedBytes)
    .map((block) => ({
      file,
      block,
      // A copy, because the store would copy the view's whole buffer.
      content: bytes.slice(block * blockBytes, Math.min((block + 1) * blockBytes, node.usedBytes)),
    }));
}

function folderOf({ FS }: EmscriptenFiles, root: FileNode, numbers: ReadonlyMap<FileNode, number>): WholeFolder {
  const directories: string[] = [];
  const files: { number: number; path: string; size: number }[] = [];
  const contents: Uint8Array<ArrayBuffer>[] = [];
  const walk = (folder: FileNode, before: string) => {
    for (const [name, node] of Object.entries(childrenOf(folder))) {
      const path = before + name;
      const number = numbers.get(node);
      if (number !== undefined) {
        files.push({ number, path, size: node.usedBytes });
        contents.push(bytesOf(node).subarray(0, node.usedBytes));
      }
      if (!FS.isDir(node.mode)) continue;
      directories.push(path);
      walk(node, `${path}/`);
    }
  };
  walk(root, "");
  return { tree: { directories, files }, contents };
}
