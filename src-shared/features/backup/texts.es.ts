import type * as en from './texts.en.ts'
import { plural } from '../../platform/texts/plural.ts'

export const vault: (typeof en)['vault'] = {
  noCode: 'Aún no hay código de recuperación.',
  lostWithIt: 'Si se pierde esta computadora o su llavero, sus datos se pierden con ellos.',
  makeOne: 'Crear uno ahora',
  recoveryCode: 'Código de recuperación',
  codeWorks: 'El código de recuperación está confirmado y funciona.',
  replaceCode:
    'Un código nuevo da a sus datos una clave nueva. Desde entonces el código anterior ya no abre los datos de esta computadora.',
  oldPaperStill:
    'El código anterior todavía abre copias de antes: las copias de seguridad hechas hasta ahora y los datos archivados. Después puede reemplazar aquí esas copias de seguridad.',
  waitForKey: 'Sus datos no están disponibles por un momento mientras cambia su clave.',
  changingKey: (percent) => `Cambiando la clave de cada documento: ${percent} %`,
  stillOpens: 'Sus códigos de recuperación anteriores todavía abren estas copias:',
  olderBackups: (count, folder) =>
    count === 1 ? `1 copia de seguridad en ${folder}` : `${count} copias de seguridad en ${folder}`,
  replaceBackups: 'Reemplazar estas copias…',
  backupsReplaced: 'Se hizo una copia de seguridad nueva y se eliminaron las anteriores.',
  deleteFoldersYourself: 'Elimine usted mismo las carpetas que ya no necesite.',
  deleteOlder: (count) =>
    count === 1
      ? '¿Eliminar 1 copia de seguridad anterior?'
      : `¿Eliminar ${count} copias de seguridad anteriores?`,
  deleteOlderText: (folder) =>
    `Primero se hace y se comprueba una copia de seguridad nueva. Luego se eliminan de ${folder} las que abren los códigos de recuperación anteriores. Las copias en otros lugares se quedan.`,
  deleteThem: 'Hacer una copia y eliminar',
  penAndPaper: 'Tenga papel y lápiz a mano, y asegúrese de estar a solas.',
  showCode: 'Mostrar el código de recuperación',
  written: 'Ya lo anoté',
  later: 'Más tarde',
  confirmCode: 'Confirmar el código',
  showAgain: 'Ver el código de nuevo',
  enterWords: 'Ingrese estas palabras de su papel. El código no funciona hasta que lo confirme.',
  word: (place) => `Palabra ${place}`,
  startOverMore: 'Empezar de nuevo…',
  startOverQuestion: '¿Empezar de nuevo sin expedientes?',
  startOverText:
    'Los datos que no se pueden abrir se archivan sin cambios, con su clave si la hay. Debe configurar otra vez la conexión y el relay.',
  startOver: 'Empezar de nuevo',
  ready: 'Ya puede empezar',
  continueToApp: 'Continuar',
  passphrase: 'Frase de contraseña',
  askedEachStart: 'La ingresa en cada inicio, porque esta computadora no tiene un llavero.',
  forgotten: 'Olvidé la frase',
  sameAgain: 'Repetir la frase',
  differ: 'Las frases no coinciden.',
  currentPassphrase: 'Frase actual',
  changePassphrase: 'Cambiar la frase de contraseña',
  nextPassphrase: 'Frase nueva',
  changeKeeps:
    'Sus datos, el código de recuperación y las copias de seguridad no cambian. Ingrese la frase nueva en el próximo inicio.',
  passphraseChanged: 'Frase de contraseña cambiada.',
  usePassphrase: 'Usar esta frase',
  back: 'Atrás',
  welcomeBack: 'Bienvenido de nuevo',
  passphraseInstead: 'Usar una frase de contraseña',
  keysInFile:
    'Las claves se guardan entonces en un archivo que solo abre su frase de contraseña. La ingresa en cada inicio.',
  enterCode: 'Ingrese su código de recuperación',
  nothingLost: 'Abre los datos que están aquí sin pérdidas.',
  restoreBackup: 'Restaurar una copia de seguridad',
  missingSince:
    'Faltan los cambios posteriores a la copia. Los datos que no se pueden abrir se conservan en otra carpeta.',
  continueHere: 'Continuar con los datos existentes',
  continueHereText:
    'Abre los datos que todavía se pueden leer, sin los cambios que faltan. Se conservan copias de los archivos dañados en una carpeta aparte.',
  continueMore: 'Continuar…',
  continueWithout: '¿Continuar sin los cambios que faltan?',
  continueWarning:
    'Si tiene una copia de seguridad más reciente, restáurela en su lugar. Un cambio que falta puede incluir una solicitud enviada. Consulte con su socio financiero antes de enviarla de nuevo.',
  continued: 'Sus datos están abiertos',
  damagedFilesIn: (folder) =>
    `Las copias de los archivos dañados están en ${folder}. Conserve esta carpeta hasta estar seguro de que no falta nada.`,
  chooseBackup: 'Elegir una copia de seguridad…',
  startOverHint:
    'Empieza sin expedientes. Los datos que no se pueden abrir se conservan sin cambios en otra carpeta.',
  openWithCode: 'Abrir con el código',
  whyCode:
    'Sus datos están cifrados, y su clave está en el llavero de esta computadora. Si la computadora se daña o su llavero se restablece, solo el código de recuperación abre sus datos: 12 palabras, que se muestran una vez y no se guardan en ningún lugar.',
  writeDown:
    'Anote estas 12 palabras en este orden y guarde el papel lejos de esta computadora. Quien las tenga junto con sus datos puede leerlos.',
  oldDataIn: (folder) =>
    `Los datos anteriores están en ${folder}. Conserve esta carpeta: con la clave correcta todavía se pueden abrir.`,
  cannotBeOpened: {
    sandbox: 'No se pueden abrir sus datos de prueba',
    production: 'No se pueden abrir sus datos de producción',
  },
  dataIn: (folder) => `Sus datos están en ${folder}.`,
  newPassphrase:
    'Elija una nueva frase de contraseña. Después, su código de recuperación abre los datos; sin el código solo queda una copia de seguridad que ese código abra, o empezar de nuevo. El secreto de cliente y el relay se deben ingresar otra vez.',
  tooShort: (least) => `Al menos ${least} caracteres; cuatro o cinco palabras están bien.`,
}

const deals = (count: number) => plural(count, '1 expediente', (n) => `${n} expedientes`)
const documents = (count: number) => plural(count, '1 documento', (n) => `${n} documentos`)

export const backups: (typeof en)['backups'] = {
  what: 'Los expedientes y documentos están cifrados en esta computadora. Cada día se crea una copia de seguridad y se abre para verificarla. Se conservan las últimas 7 diarias y 4 semanales.',
  failed: (when) => `La copia de seguridad del ${when} falló.`,
  confirmedOn: (day) => `Confirmado el ${day}`,
  noneYet: 'Aún no hay',
  last: 'Última copia de seguridad',
  folder: 'Carpeta de copias',
  yourData: 'Sus datos',
  secrets: 'Secretos',
  underPassphrase: 'Protegidos por su frase de contraseña, porque esta computadora no tiene un llavero',
  backUpNow: 'Crear una copia ahora',
  changeFolder: 'Cambiar la carpeta…',
  newCode: 'Nuevo código de recuperación…',
  makeCode: 'Crear un código de recuperación…',
  inDemo:
    'Todo esto se borra con la demostración. Para restaurar una copia o cambiar cómo se protegen sus propios datos, salga primero de la demostración.',
  firstSoon: 'Aún no hay. La primera se crea un minuto después del inicio',
  whole: (dealCount, documentCount) => `Verificada: ${deals(dealCount)}, ${documents(documentCount)}`,
  filesGone: (count) =>
    plural(
      count,
      'Ya faltaba 1 archivo adjunto; adjúntelo de nuevo',
      (n) => `Ya faltaban ${n} archivos adjuntos; adjúntelos de nuevo`,
    ),
  restoreMore: 'Restaurar una copia…',
  restoreTitle: '¿Restaurar esta copia de seguridad?',
  madeAt: (environment, when, size) => `${environment}, creada el ${when}, ${size}`,
  takesThePlace:
    'Los datos de esta copia reemplazan sus datos actuales. Los datos actuales no se eliminan. Su carpeta se conserva, y usted verá dónde.',
  locked:
    'Esta copia se creó antes de confirmar un código de recuperación. Solo la computadora que la creó puede abrirla.',
  restore: 'Restaurar',
  restored: 'Copia de seguridad restaurada',
  areBack: (dealCount, documentCount) => `Se restauraron ${deals(dealCount)} y ${documents(documentCount)}.`,
  documentsGone: (count) =>
    plural(
      count,
      '1 de los documentos ya faltaba cuando se creó la copia.',
      (n) => `${n} de los documentos ya faltaban cuando se creó la copia.`,
    ),
  before: (folder) => `Sus datos anteriores están en ${folder}.`,
  codeHint:
    'Ingrese las 12 palabras en orden. Las mayúsculas no importan. Bastan las primeras cuatro letras de cada palabra.',
}

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
  goTo: (recipient) => `Las solicitudes se envían ${recipient}.`,
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
    try: 'Probar con el entorno de pruebas incluido',
    about:
      'No necesita una cuenta. En esta computadora se inician un entorno de pruebas y un relay. Los datos de la demostración se borran al cerrar la aplicación.',
    or: 'o',
    starting: 'Iniciando el entorno de pruebas. Tarda unos segundos.',
    badge: 'Demostración',
    meaning: 'Un entorno de pruebas en esta computadora.',
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
    sandboxAbout: 'Para pruebas. No comparte ID, secretos ni expedientes con producción.',
    productionAbout: 'Solicitudes reales de clientes reales.',
    baseAddress: 'URL base',
    fromPartner:
      'El socio financiero le da esta dirección, el ID de cliente y el secreto con su acceso a la API.',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretAbout: 'Se guarda en el llavero de esta computadora y no se vuelve a mostrar.',
    secretKept: 'Guardado en el llavero. Déjelo vacío para conservarlo.',
    test: 'Probar la conexión',
    gaveToken: (ms) => `El socio financiero emitió un token en ${ms} ms.`,
    genuine: (keys) => ({ before: 'Su firma es auténtica: clave ', after: `, una de ${keys} publicadas.` }),
    notChecked:
      'No se pudo verificar su firma, porque el socio financiero no tiene claves en la dirección esperada. Pídale la dirección y cámbiela en Ajustes, Avanzado. Hasta entonces no se pueden verificar las notificaciones.',
    validUntil: (instant) => `Válido hasta ${instant}; se renueva automáticamente.`,
  },
  relay: {
    address: 'Dirección del relay',
    code: 'Código de vinculación',
    codeAbout:
      'Pídalo al administrador del relay. Sirve una vez, durante 10 minutos. También puede pegar aquí el enlace de vinculación completo.',
    name: 'Nombre de esta computadora',
    thisComputer: 'Esta computadora',
    pair: 'Vincular y registrar',
    notNow: 'Ahora no',
    link: {
      title: 'Un enlace pide vincular esta computadora con este relay:',
      about:
        'Vincúlela solo si el administrador de su oficina le dio este enlace y este nombre. Quien administra el relay puede ver los estados de las solicitudes y retener notificaciones.',
      replaces: (host) =>
        `Esta computadora está vinculada con ${host}. La nueva vinculación reemplaza ese relay.`,
      again: 'Esta computadora ya está vinculada con este relay.',
      later:
        'Primero conéctese abajo con su socio financiero. El paso siguiente se completa con los datos del enlace.',
      inDemo:
        'La demostración tiene su propio relay. Para vincular este, salga de la demostración. La aplicación guarda el enlace hasta entonces.',
      refused: 'Este enlace de vinculación no se puede usar.',
      problems: {
        malformed: 'Está incompleto o dañado.',
        too_long: 'Es demasiado largo.',
        not_encrypted: 'Su dirección no está cifrada (https).',
        host: 'Su dirección tiene caracteres que pueden imitar otro nombre, o una forma inusual.',
        credentials: 'Su dirección contiene un nombre de usuario o una contraseña.',
      },
      askNew:
        'No se cambió nada. Pida un enlace nuevo al administrador del relay, o introduzca la dirección y el código de vinculación.',
      discard: 'Descartar enlace',
    },
  },
}
