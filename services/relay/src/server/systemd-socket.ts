/** Number of the first file descriptor that systemd passes to a service. */
const FIRST_FD = 3

/**
 * Returns the listening socket that systemd opened for this process (socket activation), or null if there is none. Systemd keeps the socket
 * open while the relay restarts, so connections wait in its queue and no request is refused. Removes the variables, because a child process
 * must not use the socket.
 */
export function takeSystemdSocket(variables: NodeJS.ProcessEnv = process.env): { fd: number } | null {
  const { LISTEN_PID, LISTEN_FDS } = variables
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete variables[name]
  // A process inherits these variables from its parent. They count only for the process that they name.
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? { fd: FIRST_FD } : null
}
