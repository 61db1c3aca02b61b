import { z } from 'zod'
import { ENVIRONMENTS, SHOWN_ENVIRONMENTS } from './vocabulary.ts'

export const environmentSchema = z.enum(ENVIRONMENTS)

/** Goes with whatever is to leave this computer, or to change how: it is refused where another office is open than its window shows. */
export const shownSchema = z.object({ shown: z.enum(SHOWN_ENVIRONMENTS) })
