import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const setup: (typeof en)['setup'] = {
  welcome: 'Bienvenido a Funding Desk',
  twoMinutes: 'Configúrelo en dos minutos y envíe su primera solicitud.',
  steps: { connection: 'Conexión', alerts: 'Avisos de ofertas', recovery: 'Código de recuperación' },
  skip: 'Explorar primero',
  notConnected: 'Aún sin conexión.',
  notConnectedText: 'Puede preparar solicitudes ahora y enviarlas cuando haya conexión.',
  resume: 'Terminar la configuración',
  saveAndContinue: 'Guardar y continuar',
  fromAnotherComputer: '¿Usa Funding Desk en otra computadora?',
  relayAbout:
    'El relay de su oficina recibe las notificaciones del socio financiero y las reenvía a esta computadora, para que reciba los avisos de ofertas en un segundo.',
  doneTitle: 'Todo está listo',
  goTo: (address) => `Las solicitudes se envían a ${address}.`,
  announced: 'Recibirá un aviso aquí en cuanto haya una oferta.',
  noRelay:
    'Todavía no hay un relay vinculado. La aplicación consulta al socio financiero periódicamente, así que los avisos de ofertas pueden demorarse. Puede vincular un relay en Ajustes cuando quiera.',
  drafts: 'Cada cambio de un borrador se guarda cifrado en esta computadora, también sin conexión.',
  openPipeline: 'Abrir la Cartera',
  test: {
    title: 'Evento de prueba de extremo a extremo',
    about: 'El socio financiero envía un evento real al relay, y el relay lo reenvía a esta computadora.',
    cameRound: (ms) => plural(ms, 'Llegó en 1 milisegundo.', (n) => `Llegó en ${n} milisegundos.`),
    stuck: 'No llegó. El paso marcado indica por qué.',
    again: 'Enviar otra prueba',
    nothing:
      'Esta computadora aún no tiene un registro con el socio financiero, así que no hay nada que probar.',
  },
  demo: {
    try: 'Probar con el sandbox incluido',
    about:
      'No necesita una cuenta. En esta computadora se inician un sandbox y un relay. Los datos de la demostración se borran al cerrar la aplicación.',
    or: 'o',
    starting: 'Iniciando el sandbox. Tarda unos segundos.',
    badge: 'Demostración',
    meaning: 'Un sandbox en esta computadora.',
    banner: 'Esto es una demostración.',
    bannerText:
      'Nada sale de esta computadora. Todos los datos de la demostración se borran al cerrar la aplicación.',
    leave: 'Salir de la demostración',
    doneTitle: 'La demostración está lista',
    explore:
      'Todo funciona como con el socio financiero. Inicie una solicitud, adjunte los PDF y envíela. En un minuto llega una oferta.',
  },
  credentials: {
    environment: 'Entorno',
    sandbox: 'Pruebas',
    production: 'Producción',
    sandboxAbout: 'Para pruebas. No comparte ID, secretos ni expedientes con producción.',
    productionAbout: 'Solicitudes reales de clientes reales.',
    baseAddress: 'URL base',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretAbout: 'Se guarda en el llavero de esta computadora y no se vuelve a mostrar.',
    secretKept: 'Guardado en el llavero. Déjelo vacío para conservarlo.',
    test: 'Probar la conexión',
    gaveToken: (ms) => `El socio financiero emitió un token en ${ms} ms.`,
    genuine: (keys) => ({ before: 'Su firma es auténtica: clave ', after: `, una de ${keys} publicadas.` }),
    notChecked:
      'No se pudo verificar su firma, porque el socio financiero no tiene claves en la dirección supuesta. Pídale la dirección y cámbiela en Ajustes. Hasta entonces no se pueden verificar las notificaciones.',
    validUntil: (instant) => `Válido hasta ${instant}; se renueva automáticamente.`,
  },
  relay: {
    address: 'Dirección del relay',
    code: 'Código de vinculación',
    codeAbout: 'Pídalo al administrador del relay. Sirve una vez, durante 10 minutos.',
    name: 'Nombre de esta computadora',
    thisComputer: 'Esta computadora',
    pair: 'Vincular y registrar',
    notNow: 'Ahora no',
  },
}
