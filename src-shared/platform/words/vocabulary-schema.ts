import { z } from 'zod'
import { ENVIRONMENTS } from './vocabulary.ts'

export const environmentSchema = z.enum(ENVIRONMENTS)
