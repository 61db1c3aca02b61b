import type { Snippet } from './snippet.ts'

const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`

/** The snippets of a new vault. The broker can change and delete them. */
export const DEFAULT_SNIPPETS: readonly Snippet[] = [
  {
    snippet_id: id(1),
    name: 'Welcome',
    language: 'en',
    subject: 'Your funding request, {merchant}',
    body: `Hello {contact_first_name},

Thank you for choosing us for the funding of {merchant}. We are preparing your application for {amount_requested}.

To complete it, we still need:
{missing_papers}

Please reply to this message with the documents as PDF files. You can also call me with any question.

{signature}`,
  },
  {
    snippet_id: id(2),
    name: 'Missing papers',
    language: 'en',
    subject: 'Documents we still need for {merchant}',
    body: `Hello {contact_first_name},

To move your application forward, we still need:
{missing_papers}

Please send each document with all its pages, exactly as you received it.

{signature}`,
  },
  {
    snippet_id: id(3),
    name: 'Offer summary',
    language: 'en',
    subject: 'Offered funding for {merchant}',
    body: `Hello {contact_first_name},

Good news: {merchant} was offered funding. These are the figures:

{offers}

Please call me before you decide. I am happy to explain every figure.

{signature}`,
  },
  {
    snippet_id: id(4),
    name: 'Follow-up',
    language: 'en',
    subject: 'Following up on your funding request',
    body: `Hello {contact_first_name},

I am following up on the funding request of {merchant}. Do you still need the funds, or has anything changed?

A short reply is enough. I am glad to help.

{signature}`,
  },
  {
    snippet_id: id(9),
    name: 'Funded',
    language: 'en',
    subject: '{merchant} is funded',
    body: `Hello {contact_first_name},

{merchant} is funded with {amount_funded}. Thank you for your trust.

Please call me if anything is not as you expect, or when you need funds again.

{signature}`,
  },
  {
    snippet_id: id(5),
    name: 'Bienvenida',
    language: 'es',
    subject: 'Su solicitud de financiamiento, {merchant}',
    body: `Hola, {contact_first_name}:

Gracias por elegirnos para el financiamiento de {merchant}. Estamos preparando su solicitud por {amount_requested}.

Para completarla, todavía necesitamos:
{missing_papers}

Responda a este mensaje con los documentos en PDF. También puede llamarme si tiene preguntas.

{signature}`,
  },
  {
    snippet_id: id(6),
    name: 'Documentos que faltan',
    language: 'es',
    subject: 'Documentos que faltan para {merchant}',
    body: `Hola, {contact_first_name}:

Para avanzar con su solicitud, todavía necesitamos:
{missing_papers}

Envíe cada documento con todas sus páginas, tal como lo recibió.

{signature}`,
  },
  {
    snippet_id: id(7),
    name: 'Resumen de la oferta',
    language: 'es',
    subject: 'Financiamiento ofrecido a {merchant}',
    body: `Hola, {contact_first_name}:

Buenas noticias: le ofrecen financiamiento a {merchant}. Estas son las cifras:

{offers}

Llámeme antes de decidir. Con gusto le explico cada cifra.

{signature}`,
  },
  {
    snippet_id: id(8),
    name: 'Seguimiento',
    language: 'es',
    subject: 'Seguimiento de su solicitud de financiamiento',
    body: `Hola, {contact_first_name}:

Le escribo por la solicitud de financiamiento de {merchant}. ¿Todavía necesita los fondos o cambió algo?

Basta una respuesta breve. Con gusto le ayudo.

{signature}`,
  },
  {
    snippet_id: id(10),
    name: 'Financiado',
    language: 'es',
    subject: '{merchant} recibió el financiamiento',
    body: `Hola, {contact_first_name}:

{merchant} recibió un financiamiento de {amount_funded}. Gracias por su confianza.

Llámeme si algo no es como lo espera o cuando vuelva a necesitar fondos.

{signature}`,
  },
]
