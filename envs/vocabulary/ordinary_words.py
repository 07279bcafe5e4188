"""Ordinary English words that are spelled right: none of them is a slip of the pen for a thing or a deed."""

from __future__ import annotations

_WORDS = """
able about above account accident across act action active actual add address afraid afterwards age agenda agent ago
agree ahead air alone along already alright also although always amount animal answer anyhow anyone anyway anywhere
apart area arm army arrive art asleep aside assistant attempt attend aware awake baby back bad bag ball bank base
basic beautiful became because become beforehand began begin beginning behind believe below beside besides best better
beyond big bill bird bit blame blood blue board body born boss both bother bottom bought boy branch bread brief bright
bring broad broke brother brought brown build burn bus business busy buy cake calendar call came camera capital car
care careful carefully case cat catch caught cause center central century certain chance change charge chat cheap
cheese check child children choice choose chore chores city class clever client clock close clothes cloud clue coat
coffee cold color colour come common company compare complain complete computer concerning condition confirm consider
contain content continue control cool corner correct cost count country couple course cover cream create cross cry
current customer daily damage dance danger dark date daughter day dead deal dear death decide deep degree delay
describe detail detailed details did die difference different difficult difficulty dinner direct direction directly
dirt discuss distance doctor dog dollar dont door double doubt dozen draw dream dress drink drive drove dry due
duration dust duty each earn ears earth ease east easy eat ate edge effort eight either eleven else elsewhere email
end energy engine enjoy enough enter entire entirely equal errand error especially even event eventually every
everybody everyone everything everywhere evidence exact exactly example excuse exist expect explain express extra eye
face fact fair fall family famous far farm fast father favorite favourite fear feed feel feet fell felt few field
fifteen fifth fifty fight figure film fine finger finish finished fire fish fit five fix flat floor flow fly fold folk
follow food foot football force foreign forest forget forgot forgotten form former forward four fourth free fresh
friend friendly front fruit full fun funny further future gain game garden gas gave general gentle girl give given
glad glass goes gold good grandma grandpa great green grew ground group grow guess guest guide gun guy had hair half
hall hand handy happen happy hard hardly hate have head health heard heart heavy height hello help hence here hers
herself hide high hill him himself history hole holiday home honest hope horse hospital host hot huge human hundred
hungry hurry hurt husband ice idea ill imagine important impossible inch include including indeed information
initially instead intend interest interested involve island item itself join joke judge juice jump june july just keen
keep kept kid kids kill kilo kind king kitchen knew know known lady land language large late lately later laugh law
lay lazy lead learn least left leg lend length less let letter level lie life likely limit line lip liquid list listen
little live lived local location lock log lonely long longer longest look lose lost lot loud love low luck lunch mad
made mail main major man manage many map mark market master match matter may maybe meal mean meant measure meat meet
meeting member memory men mention mess message met metre middle might mile milk million mind mine minor minus mirror
mistake mix modern mom moment money month mood moon more most mother mouth move movie mrs much mum music must myself
name narrow nation nature near nearby nearly necessary neck need neither nervous never new news next nice nine noise
none noon normal normally north nose note notebook nothing nowhere number object occasion occasionally occur odd offer
office often oil okay old once one only onto open opinion opposite orange order ordinary original other otherwise
ought our ours ourselves out outside over overall overview own owner pack page paid pain paint pair paper pardon
parent part particular partly party pass past path pause pay peace people per perfect perform perhaps period person
personal pet phone photo piece pile pink pity place plain plan plane plant play please plenty plus pocket point polite
poor popular position possible possibly post pound power practice precise precisely prefer prepare present press
pretty previous previously price private probably problem procedure process produce program promise proper properly
protect proud prove provide public pull purple purpose push quality quantity quarter queen question quick quickly
quiet quietly quite race radio rain raise ran range rare rather reach read ready real really reason recall receive
recent recently record red regarding regard regular related relation remain remember remind repair repeat reply report
request required respond rest restaurant result return rice rich ride right ring rise river road robot robots room
rough round routine rule run rush sad safe said salt same sand sat save saw school science score sea search season
seat second secret section seem seldom sell send sense sentence separate sequence serious serve service session set
seven several shade shall shape share sharp she shine ship shirt shoe shop shore short shorter shortest shortly should
shoulder shout show shown sick side sight sign silent silly silver similar simple simply since sing single sir sister
sit situation six size skill skin sky sleep slept slip slow slower slowest slowly small smell smile smoke smooth snow
social soft soil sold soldier some somebody somehow someone something sometime sometimes somewhere son song soon sorry
sort sound soup source south space spare speak special speech speed spell spend spent spoke spoken sport spot spread
spring square staff stage stand star start state statement station status stay step steps stick stick still stock
stone stood stop store storm story straight strange stranger street strong student study stuff stupid style subject
success successful such sudden suddenly sugar suggest suit sum summary summer sun super supper supply support suppose
sure surely surface surprise sweet swim switch system tail talk tall taste tea teach team tear technical tell ten term
terrible test text than thank thanks that theirs themselves therefore thick thin thing think third thirty thought
thousand three threw throughout throw thus ticket tidy tie tight till tiny tired title today together told tomorrow
tone tongue tonight took tool tooth top total totally touch toward town toy track trade train travel treat tree trick
tried trip trouble truck true truly trust truth try turn twelve twenty twice two type ugly uncle under understand unit
until unusual upon upset upstairs use used useful user usual usually value various very via view village visit voice
wait wake walk wall want war warm warn waste weak wear weather week weekday weekly weigh weight welcome well went west
wet whatever wheel whenever where wherever whether white whoever whole whom whose wide wife wild win wind winner
winter wire wise wish within without woke woman women won wonder wood wooden wore work worker world worn worried worry
worse worst worth would write written wrong wrote yard yeah year yellow yes yet young yours yourself zero zone
penultimate vegetable both tomorrow treasure unicorn giraffe elephant president france paris berlin quickest fastest
tally throughout
"""
ORDINARY = frozenset(_WORDS.split())
