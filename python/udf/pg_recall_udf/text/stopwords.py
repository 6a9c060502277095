"""Words that a language uses in every text, and that therefore say nothing about any.

The lists follow those of the Snowball project (snowballstem.org; BSD licence; copyright (c) 2001 Martin
Porter, 2002 Richard Boulton). Question words are added; words that often carry the meaning (Spanish estado,
French été, Hungarian cikk) are left out.
"""

from functools import cache

_LISTS = {
    "en": """
        a about above after again against ain all am an and any are aren as at be because been before
        being below between both but by can cannot could couldn did didn do does doesn doing don dont
        down during each few for from further had hadn has hasn have haven having he her here hers
        herself him himself his how i if im in into is isn it its itself just let ll me more most mustn
        my myself no nor not now of off on once only or other our ours ourselves out over own re s same
        she should shouldn so some such t than that the their theirs them themselves then there these
        they this those through to too under until up upon us ve very was wasn we were weren what when
        where which while who whom whose why will with won would wouldn you your yours yourself
        yourselves
    """,
    "es": """
        a al algo algunas algunos allí ante antes aquí así aunque cada como con contra cual cuando cuál
        cuáles cuándo cuánta cuántas cuánto cuántos cómo de del desde donde durante dónde e el ella
        ellas ellos en entonces entre era erais eran eras eres es esa esas ese eso esos esta estaba
        estabais estaban estabas estad estamos estando estar estaremos estará estarán estarás estaré
        estaréis estaría estaríais estaríamos estarían estarías estas este estemos esto estos estoy
        estuve estuviera estuvierais estuvieran estuvieras estuvieron estuviese estuvieseis estuviesen
        estuvieses estuvimos estuviste estuvisteis estuviéramos estuviésemos estuvo está estábamos
        estáis están estás esté estéis estén estés fue fuera fuerais fueran fueras fueron fuese fueseis
        fuesen fueses fui fuimos fuiste fuisteis fuéramos fuésemos ha habida habidas habido habidos
        habiendo habremos habrá habrán habrás habré habréis habría habríais habríamos habrían habrías
        habéis había habíais habíamos habían habías hace han has hasta hay haya hayamos hayan hayas
        hayáis he hemos hube hubiera hubierais hubieran hubieras hubieron hubiese hubieseis hubiesen
        hubieses hubimos hubiste hubisteis hubiéramos hubiésemos hubo la las le les lo los me mi
        mientras mis mucho muchos muy más mí mía mías mío míos ni no nos nosotras nosotros nuestra
        nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque pues que quien
        quienes quién quiénes qué se sea seamos sean seas según ser seremos será serán serás seré seréis
        sería seríais seríamos serían serías seáis si sin sobre sois somos son soy su sus suya suyas
        suyo suyos sí también tanto te tendremos tendrá tendrán tendrás tendré tendréis tendría
        tendríais tendríamos tendrían tendrías tened tenemos tenga tengamos tengan tengas tengo tengáis
        tenéis tenía teníais teníamos tenían tenías ti tiene tienen tienes todo todos tu tus tuve
        tuviera tuvierais tuvieran tuvieras tuvieron tuviese tuvieseis tuviesen tuvieses tuvimos tuviste
        tuvisteis tuviéramos tuviésemos tuvo tuya tuyas tuyo tuyos tú un una uno unos va van ver
        vosostras vosostros vuestra vuestras vuestro vuestros y ya yo él éramos
    """,
    "fr": """
        afin ai aie aient aies ainsi ait as au aura aurai auraient aurais aurait auras aurez auriez
        aurions aurons auront aussi aux avaient avais avait avec avez aviez avions avons ayant ayez
        ayons c car ce cela celle celles celui ces cet cette ceux chez combien comme comment d dans de
        des donc dont du elle en entre es est et eu eue eues eurent eus eusse eussent eusses eussiez
        eussions eut eux eûmes eût eûtes furent fus fusse fussent fusses fussiez fussions fut fûmes fût
        fûtes il j je l la le leur leurs lors lorsque lui m ma mais me mes moi mon même n ne ni nos
        notre nous on ont ou où par pas plus pour pourquoi puis qu quand que quel quelle quelles quels
        qui quoi s sa sans se sera serai seraient serais serait seras serez seriez serions serons seront
        ses si soient sois soit sommes son sont sous soyez soyons suis sur t ta te tes toi ton très tu
        un une vers vos votre vous y à ça étaient étais était étant étiez étions été êtes
    """,
    "de": """
        ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes
        anderm andern anderr anders auch auf aus bei bin bis bist bzw da damit dann das dass dasselbe
        dazu daß dein deine deinem deinen deiner deines dem demselben den denn denselben der derer
        derselbe derselben des desselben dessen dich die dies diese dieselbe dieselben diesem diesen
        dieser dieses dir doch dort du durch ein eine einem einen einer eines einig einige einigem
        einigen einiger einiges einmal er es etwa etwas euch euer eure eurem euren eurer eures für gegen
        gewesen hab habe haben hat hatte hatten hier hin hinter hätte hätten ich ihm ihn ihnen ihr ihre
        ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes jene jenem jenen
        jener jenes jetzt kann kein keine keinem keinen keiner keines können könnte mal man manche
        manchem manchen mancher manches mein meine meinem meinen meiner meines mich mir mit muss musste
        nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines sich sie
        sind so solche solchem solchen solcher solches soll sollte sondern sonst sowie um und uns unsen
        unser unter vom von vor wann war waren warst warum was weg weil weiter welche welchem welchen
        welcher welches wem wen wenn wer werde werden wie wieder wieso will wir wird wirst wo wofür
        wollen wollte worden wozu wurde wurden während wäre wären würde würden zu zum zur zwar zwischen
        über
    """,
    "it": """
        a abbia abbiamo abbiano abbiate ad agli ai al all alla alle allo anche ancora avemmo avendo
        avesse avessero avessi avessimo aveste avesti avete aveva avevamo avevano avevate avevi avevo
        avrai avranno avrebbe avrebbero avrei avremmo avremo avreste avresti avrete avrà avrò avuta
        avute avuti avuto c che chi ci coi col come con contro cosa cui da dagli dai dal dall dalla
        dalle dallo degli dei del dell della delle dello di dopo dove e ebbe ebbero ebbi ed era erano
        eravamo eravate eri ero essa esse essendo essere essi esso faccia facciamo facciano facciate
        faccio facemmo facendo facesse facessero facessi facessimo faceste facesti faceva facevamo
        facevano facevate facevi facevo fai fanno farai faranno farebbe farebbero farei faremmo faremo
        fareste faresti farete farà farò fece fecero feci fosse fossero fossi fossimo foste fosti fra fu
        fui fummo furono gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mie miei
        mio ne negli nei nel nell nella nelle nello noi non nostra nostre nostri nostro o od per perché
        più poi prima qual quale quali quando quanta quante quanti quanto quella quelle quelli quello
        questa queste questi questo sarai saranno sarebbe sarebbero sarei saremmo saremo sareste saresti
        sarete sarà sarò se sei senza si sia siamo siano siate siete sono sopra sotto sta stai stando
        stanno starai staranno starebbe starebbero starei staremmo staremo stareste staresti starete
        starà starò stava stavamo stavano stavate stavi stavo stemmo stesse stessero stessi stessimo
        steste stesti stette stettero stetti stia stiamo stiano stiate sto su sua sue sugli sui sul sull
        sulla sulle sullo suo suoi ti tra tu tua tue tuo tuoi tutti tutto un una uno vi voi vostra
        vostre vostri vostro è
    """,
    "pt": """
        a ainda ao aos após aquela aquelas aquele aqueles aquilo as assim através até cada com como da
        das de dela delas dele deles depois desde do dos e ela elas ele eles em entre então era eram
        essa essas esse esses esta estamos estar estas estava estavam este esteja estejam estejamos
        estes esteve estive estivemos estiver estivera estiveram estiverem estivermos estivesse
        estivessem estivéramos estivéssemos estou está estávamos estão eu foi fomos for fora foram forem
        formos fosse fossem fui fôramos fôssemos haja hajam hajamos havemos hei houve houvemos houver
        houvera houveram houverei houverem houveremos houveria houveriam houvermos houverá houverão
        houveríamos houvesse houvessem houvéramos houvéssemos há hão isso isto já lhe lhes mais mas me
        mesmo meu meus minha minhas muito na nas nem no nos nossa nossas nosso nossos num numa não nós o
        onde os ou para pela pelas pelo pelos pois por porque porquê quais qual quando quanta quantas
        quanto quantos que quem quê se seja sejam sejamos sem ser serei seremos seria seriam será serão
        seríamos seu seus sob sobre somos sou sua suas são só também te tem temos tenha tenham tenhamos
        tenho terei teremos teria teriam terá terão teríamos teu teus teve tinha tinham tive tivemos
        tiver tivera tiveram tiverem tivermos tivesse tivessem tivéramos tivéssemos tu tua tuas tém
        tínhamos um uma você vocês vos à às éramos
    """,
    "nl": """
        aan al alles als altijd ander andere ben bij daar dan dat de der deze die dit doch doen door dus
        echter een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hoeveel hun
        iemand iets ik in is ja je jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet na
        naar niet niets nog nu of om omdat onder ons ook op over reeds sinds te tegen terwijl toch toen
        tot tussen u uit uw vaak van vanaf veel via voor waar waarom wanneer want waren was wat we wel
        welk welke werd wezen wie wiens wil worden wordt zal ze zelf zich zij zijn zo zoals zonder zou
    """,
    "sv": """
        alla allt att av blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina
        ditt du där då efter ej eller en er era ert ett från för ha hade han hans har henne hennes hon
        honom hos hur här i icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt
        mot mycket ni nu när någon något några och om oss på samma samt sedan sig sin sina sitta själv
        skulle som så sådan sådana sådant till under upp ut utan vad var vara varför varifrån varit
        varje vars vart vem vi vid vilka vilkas vilken vilket vår våra vårt än är även åt över
    """,
    "da": """
        ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse
        dog du efter eller en end er et for fra ham han hans har havde have hende hendes her hos hun
        hvad hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i ikke ind jeg jer jo kan kunne
        man mange med meget men mig min mine mit mod ned noget nogle nu når og også om op os over på
        samt selv sig sin sine sit skal skulle som sådan thi til ud under var vi vil ville vor være
        været
    """,
    "no": """
        alle at av bare begge ble blei bli blir blitt både båe da de deg dei deim deira deires dem den
        denne der dere deres det dette di din disse ditt du dykk dykkar då eg ein eit eitt eller elles
        en enn er et ett etter for fordi fra før ha hadde han hans har hennar henne hennes her hjå ho
        hoe honom hoss hossen hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvorfra
        i ikke ikkje ingen ingi inkje inn inni ja jeg kan kom korleis korso kun kunne kva kvar kvarhelst
        kven kvi kvifor man mange me med medan meg meget mellom men mi min mine mitt mot mykje ned no
        noe noen noka noko nokon nokor nokre nå når og også om opp oss over på samme samt seg selv si
        sia sidan siden sin sine sitt sjøl skal skulle slik so som somme somt så sånn til um upp ut uten
        var vart varte ved vere verte vi vil ville vore vors vort vår være vært å
    """,
    "fi": """
        ei eivät emme en et ette että he heidän heidät heihin heille heillä heiltä heissä heistä heitä
        hän häneen hänelle hänellä häneltä hänen hänessä hänestä hänet häntä itse ja johon joiden joihin
        joiksi joilla joille joilta joina joissa joista joita joka joksi jolla jolle jolta jona jonka
        jos jossa josta jota jotka kanssa keiden keihin keiksi keille keillä keiltä keinä keissä keistä
        keitä keneen keneksi kenelle kenellä keneltä kenen kenenä kenessä kenestä kenet ketkä ketä koska
        kuin kuinka kuka kun me meidän meidät meihin meille meillä meiltä meissä meistä meitä mihin
        miksi mikä mille milloin millä miltä minkä minua minulla minulle minulta minun minussa minusta
        minut minuun minä missä mistä miten mitkä mitä mukaan mutta ne niiden niihin niiksi niille
        niillä niiltä niin niinä niissä niistä niitä noiden noihin noiksi noilla noille noilta noin
        noina noissa noista noita nuo nyt näiden näihin näiksi näille näillä näiltä näinä näissä näistä
        näitä nämä ole olemme olen olet olette oli olimme olin olisi olisimme olisin olisit olisitte
        olisivat olit olitte olivat olla olleet ollut on ovat poikki se sekä sen siihen siinä siitä
        siksi sille sillä siltä sinua sinulla sinulle sinulta sinun sinussa sinusta sinut sinuun sinä
        sitä tai tallä te teidän teidät teihin teille teillä teiltä teissä teistä teitä tuo tuohon
        tuoksi tuolla tuolle tuolta tuon tuona tuossa tuosta tuotä tähän täksi tälle tältä tämä tämän
        tänä tässä tästä tätä vaan vai vaikka yli
    """,
    "hu": """
        a abban ahhoz ahogy ahol aki akik akkor alatt amely amelyek amelyekben amelyeket amelyet
        amelynek ami amikor amit amolyan amíg annak arra arról az azok azon azonban azt aztán azután
        azzal azért be belül bár csak de e ebben eddig egy egyes egyetlen egyik egyre egyéb ehhez ekkor
        el ellen elég elő először előtt emilyen ennek erre ez ezek ezen ezt ezzel ezért fel felé hanem
        hiszen hogy hogyan hol igen ill illetve ilyen ilyenkor ismét itt kell kellett ki kívül között
        közül legalább legyen lehet lehetett lenne lenni lesz lett maga magát majd meg mellett mely
        melyek mert mi mikor milyen minden mindenki mindent mindig mint mintha mit mivel miért most már
        más másik még míg nagyon ne nekem neki nem nincs néha néhány nélkül olyan ott pedig persze rá s
        saját sem semmi sok sokat sokkal szemben szerint szinte számára talán tehát tovább továbbá több
        ugyanis után utána vagy vagyis vagyok valaki valami valamint való van vannak vele vissza viszont
        volna volt voltak voltam voltunk által általában át én éppen és így össze úgy ő ők őket
    """,
    "ru": """
        а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем
        все всегда всего всех всю вы где да даже два для до другой его ее ей ему если есть еще ж же за
        зачем здесь и из или им иногда их к как какая какие какое какой каком когда конечно которая
        которого которые который кто куда ли лучше между меня мне много может можно мой моя мы на над
        надо наконец нас не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну о об один он
        она они опять от перед по под после потом потому почему почти при про раз разве с сам свою себе
        себя сейчас сколько со совсем так такой там тебя тем теперь то тогда того тоже только том тот
        три тут ты у уж уже хорошо хоть чего чем через что чтоб чтобы чуть эти это этого этой этом этот
        эту я
    """,
    "tr": """
        acaba ama aslında az bazı belki bir biri birkaç birşey biz bu da daha de defa diye en eğer gibi
        hangi hem hep hepsi her hiç ile ise için kez ki kim mi mu mü mı nasıl ne neden nerde nerede
        nereye niye niçin o olan olarak sanki siz tüm ve veya ya yani çok çünkü şey şu
    """,
}


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language (ISO 639-1) in lower case; none for a language without a list."""
    return frozenset(_LISTS.get(language, "").split())
