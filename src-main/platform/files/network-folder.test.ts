import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isNetworkFolder, isShare, mountOf, readMountOutput, readMountTable } from './network-folder.ts'

test.each([
  [String.raw`\\fileserver\home\ada\AppData\Roaming\Funding Desk`, true],
  [String.raw`\\?\UNC\fileserver\home\ada`, true],
  [String.raw`\\wsl.localhost\Ubuntu\home\ada`, true],
  ['//fileserver/home/ada', true],
  [String.raw`C:\Users\ada\AppData\Roaming\Funding Desk`, false],
  [String.raw`\\?\C:\Users\ada`, false],
  [String.raw`\\.\C:\Users\ada`, false],
  [String.raw`\Users\ada`, false],
  [String.raw`\\`, false],
])('the Windows path %s is on another computer: %s', (path, is) => {
  expect(isShare(path)).toBe(is)
})

const TABLE = `/dev/nvme0n1p2 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
auto.home /home autofs rw,fd=6 0 0
nas:/export/home /home nfs4 rw,vers=4.2 0 0
//nas/office /mnt/office\\040share cifs rw,vers=3.1.1 0 0
ada@host: /mnt/remote fuse.sshfs rw 0 0
/dev/sda1 /mnt/usb fuseblk rw 0 0
tmpfs /home/ada/.cache tmpfs rw 0 0
`
const OUTPUT = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//ada@nas._smb._tcp.local/office on /Volumes/Office (Files) (smbfs, nodev, nosuid, mounted by ada)
nas:/export on /Volumes/export (nfs)
`

test.each([
  ['/home/ada/.config/Funding Desk', 'nfs4'],
  ['/home/ada/.cache/x', 'tmpfs'],
  ['/homes/ada', 'ext4'],
  ['/mnt/office share/data', 'cifs'],
  ['/mnt/remote', 'fuse.sshfs'],
  ['/mnt/usb/data', 'fuseblk'],
])('the folder %s is found in the mount table of Linux as %s', (path, kind) => {
  expect(mountOf(path, readMountTable(TABLE))?.kind).toBe(kind)
})

test.each([
  ['/Users/ada/Library', 'apfs'],
  ['/Volumes/Office (Files)/data', 'smbfs'],
  ['/Volumes/export/data', 'nfs'],
])('the folder %s is found in the mounts of macOS as %s', (path, kind) => {
  expect(mountOf(path, readMountOutput(OUTPUT))?.kind).toBe(kind)
})

test('a local folder and a missing folder cause no warning', async () => {
  expect(await isNetworkFolder(tmpdir())).toBe(false)
  expect(await isNetworkFolder('/nowhere/at/all')).toBe(false)
})
