import { NodeFS } from '@electric-sql/pglite/nodefs'

type NodeOperations = {
  setattr(node: unknown, attributes: { mode?: number }): void
  mknod(parent: unknown, name: string, mode: number, device: number): unknown
}

const ownerOnly = 0o700

/** Files of the embedded database that only the process's user can open. PGlite gives them to everyone, regardless of the umask. */
export class PrivateFiles extends NodeFS {
  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), ({ NODEFS }) => restrict(NODEFS as { node_ops: NodeOperations })],
      },
    }
  }
}

function restrict(nodeFiles: { node_ops: NodeOperations }): void {
  const { setattr, mknod } = nodeFiles.node_ops
  // The bits above the permissions are the type of the file.
  const withoutOthers = (mode: number) => mode & (~0o777 | ownerOnly)
  nodeFiles.node_ops.setattr = (node, attributes) =>
    setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: withoutOthers(attributes.mode) })
  nodeFiles.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, withoutOthers(mode), device)
}
