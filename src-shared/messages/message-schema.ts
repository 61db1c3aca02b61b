import { z } from 'zod'
import { isMessage, type Message } from './message.ts'

export const messageSchema = z.custom<Message>((value) => isMessage(value))
