import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Kinds of file systems whose files are on another computer. SQLite's locks do not work reliably on them. */
const ON_A_NETWORK =
  /^(?:fuse\.)?(?:nfs[34]?|cifs|smb3?|smbfs|afpfs|afs|9p|ncpfs?|coda|ceph|lustre|webdav|davfs2?|sshfs|rclone|s3fs|gcsfuse|glusterfs|gvfsd-fuse|google-drive-ocamlfuse|vboxsf|vmhgfs-fuse|prl_fs)$/

/** A place in the folder tree at which a file system is mounted. */
export interface Mount {
  at: string
  kind: string
}

/** True if the folder is on another computer. False if this cannot be found out. */
export async function isNetworkFolder(folder: string): Promise<boolean> {
  try {
    // On Windows, the real path of a folder on a mapped drive is its path on the network.
    const path = await realpath(folder)
    if (process.platform === 'win32') return isShare(path)
    const mounts =
      process.platform === 'darwin'
        ? readMountOutput((await promisify(execFile)('/sbin/mount', { timeout: 5_000 })).stdout)
        : readMountTable(await readFile('/proc/self/mounts', 'utf8'))
    return ON_A_NETWORK.test(mountOf(path, mounts)?.kind ?? '')
  } catch {
    // Without this information, the app does not warn.
    return false
  }
}

/** True if a Windows path is on another computer: `\\server\share\…` or `\\?\UNC\server\share\…`. */
export function isShare(path: string): boolean {
  const [, , host = '', next = ''] = path.replaceAll('/', '\\').split('\\', 4)
  const isDoubled = /^[\\/]{2}/.test(path)
  return isDoubled && host !== '' && (!['?', '.'].includes(host) || next.toUpperCase() === 'UNC')
}

/** Parses the mount table of Linux (`/proc/self/mounts`). It writes spaces in paths as `\040`. */
export function readMountTable(table: string): Mount[] {
  return table.split('\n').flatMap((line) => {
    const [, at, kind] = line.split(' ')
    if (at === undefined || kind === undefined) return []
    const plain = at.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))
    return [{ at: plain, kind }]
  })
}

/** Parses the output of `mount` on macOS: `//user@server/share on /Volumes/share (smbfs, nodev)`. */
export function readMountOutput(output: string): Mount[] {
  return output.split('\n').flatMap((line) => {
    const end = line.lastIndexOf(' (')
    const start = line.indexOf(' on /')
    const kind = line.slice(end + 2).split(/[,)]/, 1)[0] ?? ''
    return start < 0 || end < start ? [] : [{ at: line.slice(start + 4, end), kind }]
  })
}

/** Returns the mount that contains the path: the one with the longest path, and of several at the same place the last one. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  const holds = ({ at }: Mount) => path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)
  return mounts
    .filter(holds)
    .reduce<Mount | undefined>(
      (best, one) => (one.at.length >= (best?.at.length ?? 0) ? one : best),
      undefined,
    )
}
