import { z } from 'zod'
import { cleanLine, cleanLines } from './typed-text.ts'

/** Accepts a text that the broker typed into a field of one line, without invisible characters and without spaces around it. */
export const typedLine = (maxLength: number) => z.string().overwrite(cleanLine).trim().max(maxLength)

/** Like `typedLine`, for a field that may have several lines. */
export const typedLines = (maxLength: number) => z.string().overwrite(cleanLines).trim().max(maxLength)
