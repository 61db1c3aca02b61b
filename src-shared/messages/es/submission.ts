import type { en } from '../en/index.ts'

export const submission: (typeof en)['submission'] = {
  firstReal: {
    title: 'Esta es una solicitud real',
    body: 'Ahora trabaja en producción. La solicitud va al socio financiero para su revisión, junto con los datos y documentos del comercio. Nada de esto es una prueba.',
    merchant: 'Comercio',
    amount: 'Monto',
    goesTo: 'Se envía a',
    known: 'Lo sé: es real y el comercio está de acuerdo.',
    once: 'Se pregunta una sola vez para esta dirección y estas credenciales.',
    notYet: 'Todavía no',
    submit: 'Enviar de verdad',
    notConfirmed: 'Nadie ha confirmado todavía que aquí las solicitudes son reales.',
    notConfirmedAdvice:
      'Abra el expediente, pulse Enviar y confírmelo allí; después no se vuelve a preguntar.',
  },
}
