import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { codeOf, isTlsFailure, NoUsableProxy, ProxyFailure } from './proxies.ts'

/** Messages for connection failures, by system error code. */
const unreachable = (): Record<string, Message> => ({
  ECONNREFUSED: msg.errorsPartner.refused,
  ENOTFOUND: msg.errorsPartner.nameUnknown,
  EAI_AGAIN: msg.errorsPartner.noLookup,
  EHOSTUNREACH: msg.errorsPartner.noRoute,
  ENETUNREACH: msg.errorsPartner.noNetwork,
  ENETDOWN: msg.errorsPartner.noNetwork,
  EADDRNOTAVAIL: msg.errorsPartner.noNetwork,
  UND_ERR_CONNECT_TIMEOUT: msg.errorsPartner.noAnswer,
  UND_ERR_HEADERS_TIMEOUT: msg.errorsPartner.noAnswer,
  ETIMEDOUT: msg.errorsPartner.noAnswer,
})

/** Returns the reason for which a connection could not be opened, or null if the code is of another failure. */
export const connectProblem = (code: string | null): Message | null =>
  (code === null ? undefined : unreachable()[code]) ?? null

interface Problem {
  message: Message
  advice: Message
}

/**
 * Describes the failure of a proxy between the app and `host`. Returns null if another failure ended the request. If the proxy offers a kind
 * of sign-in that the app supports (Basic), the user name or the password is missing or wrong.
 */
export function proxyProblem(error: unknown, host: string): Problem | null {
  const text = msg.errorsPartner
  if (error instanceof NoUsableProxy)
    return { message: text.proxyKind(error.message), advice: text.askForProxy(host) }
  if (!(error instanceof ProxyFailure)) return null
  const { proxy, status, signIns } = error
  if (status === 407)
    return signIns.length === 0 || signIns.some((kind) => kind.toLowerCase() === 'basic')
      ? { message: text.proxyAsks(proxy), advice: text.enterInNetwork }
      : { message: text.proxySignIn(proxy, signIns.join(', ')), advice: text.askForBasic(host) }
  if (status !== null)
    return { message: text.proxyRefuses(proxy, String(status)), advice: text.askAboutProxy(host) }
  const code = codeOf(error)
  return isTlsFailure(code)
    ? { message: text.badCertificate(proxy), advice: text.checkInspection }
    : {
        message: text.proxyUnreachable(proxy, connectProblem(code) ?? text.closedConnection),
        advice: text.checkProxy,
      }
}
