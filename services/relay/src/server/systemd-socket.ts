import { UsageError } from '../errors.ts'

const FIRST_FD = 3

/**
 * Returns the listening socket that systemd opened for this process (socket activation), or null if there is none. Systemd keeps the socket
 * open while the relay restarts, so connections wait in its queue and no request is refused. Removes the variables, because a child process
 * must not use the socket. Throws if systemd opened several sockets, because the relay listens at one address.
 */
export function takeSystemdSocket(variables: NodeJS.ProcessEnv = process.env): { fd: number } | null {
  const { LISTEN_PID, LISTEN_FDS } = variables
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete variables[name]
  // A process inherits these variables from its parent. They count only for the process that they name.
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined) return null
  if (LISTEN_FDS !== '1')
    throw new UsageError(
      `systemd opened ${LISTEN_FDS} sockets, and the relay uses one. If you changed ListenStream= with systemctl edit, put an empty line ListenStream= before it.`,
    )
  return { fd: FIRST_FD }
}
