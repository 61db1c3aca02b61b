import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'

/** Thrown with an error for the broker. The router, and each task that runs in the background, catch it. */
export class Failure extends Error {
  readonly error: AppError

  constructor(error: AppError) {
    super(error.code)
    this.error = error
  }
}

/** Creates a `Failure`, never a `Broken`, from the parts of an `AppError`. */
export function failure(...parts: Parameters<typeof appError>): Failure {
  return new Failure(appError(...parts))
}

/** Thrown if the vault or its disk failed. Nothing else that needs the vault will succeed either. */
export class Broken extends Failure {}

export function failureOf(error: AppError): Failure {
  return error.code.startsWith('VAULT_') ? new Broken(error) : new Failure(error)
}

export function must<T>(result: Promise<Result<T>>): Promise<T>
export function must<T>(result: Result<T>): T
export function must<T>(result: Result<T> | Promise<Result<T>>): T | Promise<T> {
  if (result instanceof Promise) return result.then((one) => must(one))
  if (!result.ok) throw failureOf(result.error)
  return result.value
}

/**
 * Returns the error with which `work` failed, for a caller that decides by it. Passes on the failures of the kind `except`: a `Broken`
 * concerns more than this work.
 */
export async function resultOf<T>(
  work: Promise<T> | (() => T),
  { except }: { except?: typeof Broken } = {},
): Promise<Result<T>> {
  try {
    return ok(await (typeof work === 'function' ? work() : work))
  } catch (thrown) {
    if (!(thrown instanceof Failure) || (except && thrown instanceof except)) throw thrown
    return fail(thrown.error)
  }
}
