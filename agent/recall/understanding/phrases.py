"""Phrases of questions that mean the same, as pairs of pattern and plain wording, and words that ask nothing."""

from __future__ import annotations

_DO = (
    r"(?:do|get up to|been up to|be up to|accomplish|achieve|get done|spend your time (?:on|doing)|busy yourself with)"
)
_LENGTH = r"(?:seconds|minutes|hours|time)"
_TIME = (
    r"(?:the |your |my |this |last |yesterday|today|tonight|on |(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"what you|everything)"
)

_PARTS_OF_DAY = r"(?:morning|afternoon|evening|night|week|weekend|month)"
_WHEN = (
    rf"(?P<when>(?: (?:today|yesterday|tonight|on \w+day|last \w+|this \w+|on the \d+\w*|the day before yesterday|"
    rf"\w+ days? ago)"
    rf"(?: {_PARTS_OF_DAY})?)?)$"
)

#: Removed wherever they stand; tried in this order.
FILLERS = (
    r"by any chance|by chance|per chance|at all|at (?:some|any) (?:point|time)|at any stage|in the end|"
    r"all in all|in total|altogether|overall|to date|up to now|until now|thus far|so far|by now",
    r"if (?:you (?:can |still )?(?:remember|recall|know|please|do not mind|would)|i may ask|possible|at all possible)",
    r"as far as you (?:know|remember|can remember|recall|can tell|can say)|to (?:the best of )?your knowledge|"
    r"from (?:your )?memory|as (?:best|well) as you can",
    r"thinking back|looking back|by the way|out of curiosity|just curious|quick question|one (?:more )?question|"
    r"just to be sure|be honest|honestly|to be precise|excuse me|good (?:morning|afternoon|evening) robot|"
    r"dear robot|hey there|hi there|hello there|hello robot|hi robot|hey robot|homebody",
    r"(?:, )?(?:would|could|can) you(?: please)?$|(?<=\w) (?:please|thanks|thank you|mate|buddy|robot|dear|my friend)$",
    r"^(?:hey|hi|hello|please|um|uh|hmm|oh|sorry|listen|look|say|yo|robot|buddy|mate|alright|right)\b",
)

#: Tried in this order on plain text.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(?:the|this|our) robot\b|\bthe (?:agent|assistant)\b", "you"),
    (r"\bhas you\b|\bdoes you\b", "have you"),
    (r"\b(?:prior to|earlier than|ahead of|preceding)\b", "before"),
    (r"\b(?:subsequent to|later than|following)\b(?= (?:the|that|this|making|your|my|\w+ing)\b)", "after"),
    (r"\b(?:as soon as|once) you (?:had )?(?=\w+(?:ed|t|de)\b)", "after you "),
    (r"\bin between\b", "between"),
    (r"\b(?:most recent|final|latest)(?= (?!episode))", "last"),
    (r"\b(?:most recently|for the last time)\b", "last"),
    (r"\b(?:initial|earliest)\b", "first"),
    (r"^(?:and )?on (?:how many|what number of) (?:different |separate )?occasions\b", "how many times"),
    (r"\b(?:how frequently|what number of times|how many (?:different |separate )?(?:occasions|instances))\b",
     "how many times"),
    (r"^(?:the|what is the|what was the)? ?(?:number of|count of) times (?:that )?you\b", "how many times did you"),
    (r"^count (?:how often|how many times|the times|the number of times) (?:that )?(?:did )?you\b",
     "how many times did you"),
    (r"^count (?:all )?(?:the|how many) (\w+(?: \w+)?) (?:that )?(?:did )?you\b", r"how many \1 did you"),
    (r"\bhow many (?:time|tims)\b", "how many times"),
    (r"^(?:at|on|around|roughly|about) (?:what|which) (?:point|time|moment|hour|occasion|date|day)(?: in time)?\b"
     r"|^(?:around|roughly|about) when\b|^what (?:moment|point in time|date and time|was the (?:time|date|day) when)\b",
     "when"),
    (r"\b(?:once|when|as soon as) ((?:the |your |my )?\w+(?: \w+)?) (?:was|were|had been) (?:done|finished|over|"
     r"ready|completed)\b",
     r"after \1"),
    (r"\b(?:deal|dealt|dealing) with\b|\btook care of\b|\btake care of\b|\b(?:see|saw) to\b", "handle"),
    (r"^how many (sandwich|salad|coffee|breakfast|toast|meal|cups? of coffee|plates? of toast)(?:s|es)? (?:did|"
     r"have) you "
     r"(?:make|made|prepare[d]?|cook(?:ed)?|serve[d]?|brew(?:ed)?|fix(?:ed)?)\b", r"how many times did you make \1"),
    (r"^(?:what|which) (?:are|were|is|was) the (?:things|objects|items|stuff) (?=in |on |inside )", "what is "),
    (r"\b(?:reply|respond|retort)(?: to)?\b|\b(?:replied|responded)\b", "say"),
    (r"^(what did you say) to me (?=when|after|before)", r"\1 "),
    (r"\b(?:straight|shortly|soon|straightaway|right away|not long) (after|before)\b", r"right \1"),
    (r"^(where did you (?:put|place|set|get|take|leave) .+?) (?:in order )?to (?:cook|clean|wash|rinse|heat|warm|"
     r"boil|toast|dry|"
     r"cool|make|keep|fill|cut|slice|serve)\b.*$", r"\1"),
    (r"^(?:did|have) you (?:left|leave|kept|keep) (.+?) (open|on|running|closed|off|dirty|shut)\b", r"is \1 \2"),
    (r"^(?:did|was|were) (?:you )?(.+?) (?:come |happen |done |made |take place |do )?(first|earlier|later) or "
     r"(?:did |was )?(.+)$",
     r"which did you do \2 \1 or \3"),
    (r"^(when|how often|how many times) (?:was|were) (.+?) (last |first |ever )?(in|on|inside) (?=the |my |a )",
     r"\1 did you \3see \2 \4 "),
    (r"\bthank(?:ed)? (?:you |me )?for (?=\w+ing\b|the )", "thank you while "),
    (r"\b(?:concerning|regarding|with regard to|with respect to|in regard to|as regards)\b", "about"),
    (r"^(?:please )?(?:tell|give|show|name|state)(?: me| us)? (?=the (?:number|count|time|date|day|moment|place|"
     r"spot|location|"
     r"reason|order|duration|length|person|last|first)\b)", ""),
    (r"^the (?:place|spot|location) (?:where|in which|on which|that) you\b", "where did you"),
    (r"^the (?:reason) (?:why|that|for which) you\b", "why did you"),
    (r"^the (?:time|date|day|moment) (?:when|that|at which|on which) you\b", "when did you"),
    (r"^the (?:person|one) who\b", "who"),
    (r"^(?:on|at) (?:what|which) (?:days|dates|times|occasions)\b", "when"),
    (r"^when did you (?:start|begin)(?: on| with| to| doing| working on)?\b", "when did you"),
    (r"^when (?:did you (?:complete|end|stop|get done with|get through with)|were you (?:done|finished|through|"
     r"ready) with|"
     r"did you finish (?:with|off))\b", "when did you finish"),
    (r"^when (?:was|were) (.+?) (?:finished|completed|done|over|ready|accomplished)$", r"when did you finish \1"),
    (r"\b(?:last but one|second to last|next to last|second last|one before last)\b", "penultimate"),
    (r"^(?:which|what) (?:meal|food|dish)s? (did|have|had) you\b", r"what \1 you"),
    (r"^what (?:was|were|is) (my|your) (?:very )?(first|last) (?:words?|sentence|question|request|utterance|message|"
     r"wish|order)"
     r"(?: to (?:you|me))?\b", r"what did \1 \2 say"),
    (r"^what did my ", "what did i "),
    (r"^what did your (?=first say|last say)", "what did you "),
    (r"^what (?:was|is) the (?:very )?(first|last) thing (?:that )?(i|you|we) (?:said|told|asked|wanted|mentioned|"
     r"requested)"
     r"(?: to)?(?: me| you)?\b", r"what did \2 \1 say"),
    (r"^(?:which|what) (?:questions?|requests?|instructions?|orders?|commands?|wishes) (?:did|have|had) (i|you) "
     r"(?:ask|give|make|have|asked|given|made|had|put)(?: to)?(?: me| you)?\b", r"what did \1 ask"),
    (r"\blook(?:ed)? (?:inside|into|in)\b", "open"),
    (r"^(?:has|have|did) (?:anybody|anyone|somebody|someone|the user)\b", "did anyone"),
    (r"^did anyone (\w+ed|told|said|spoke|spoken|wanted)\b", r"did anyone \1"),
    (r"^since when\b(?= \w)", "when"),
    (r"^what (?:was|is) the (?:exact )?(?:time|date|day|moment|hour) (?:when |that |at which |on which )?you\b",
     "when did you"),
    (r"^when was it (?:that )?you\b", "when did you"),
    (r"^when was the (first|last) time (?:that |when )?(?:did )?you (?:had |have )?", r"when did you \1 "),
    (r"^how (?:did|have) you spen[dt] (?:your )?", "what did you do in the "),
    (r"^what were you (?:busy|occupied) with\b(?! when| while)", "what were you doing"),
    (r"^(?:what|which) (\w+) did (i|you) (?:say|mention)\b(.*)$", r"what did \2 say about \1\3"),
    (r"^what (?:has )?kept you busy\b|"
     r"^what (?:have|had) you been (?:working on|doing|up to|busy with)\b|^what did you work on\b(?! when| while)",
     "what did you do"),
    (rf"^(what (?:all |else )?(?:did|have|had) you) {_DO}\b", r"\1 do"),
    (r"^what (?:was|is) (?:on|in) your (?:agenda|schedule|list|log|diary)\b|^what was your day like\b",
     "what did you do"),
    (r"^(what (?:did|have) you) (?:make|made|perform(?:ed)?|complete[d]?|finish(?:ed)?|prepare[d]?|carry out)"
     r"(?= (?:yesterday|today|on|last|this|in the|the day|over|during|at|two|three|before|after|right|just|since|"
     r"\d)|$)",
     r"\1 do"),
    (r"^(?:walk|run|take|talk) me through\b|^(?:fill|clue) me in (?:on|about)\b|^bring me up to speed (?:on|about)\b",
     "summarize"),
    (r"^(?:please )?(?:can you |could you )?(?:give|write|make|do|show|provide)(?: me| us)? (?:a |an |the )?"
     r"(?:quick |short |brief |full |little )?(?:rundown|summary|overview|recap|account|report|description|digest)"
     r"(?: (?:of|on|about|for))?\b", "summarize"),
    (rf"^(?:please )?(?:can you |could you )?(?:tell|talk to) (?:me|us) (?:a bit |something |all |more )?about "
     rf"(?={_TIME})",
     "summarize "),
    (r"^summarize (?:what|everything)(?: that)? (?:did )?you (?:did|do|have done)?", "what did you do"),
    (r"^summarize (?:the )?(?:task|chore) of ", "describe how you did "),
    (r"^summarize how\b", "describe how"),
    (rf"^(?:describe|explain|summarize) (?!how|what|why|your\b|my\b|{_TIME[3:-1]}|everything|all\b|in\b|"
     rf"briefly)(?:the )?"
     rf"(.+?)(?: task| chore| job| procedure| process)?{_WHEN}", r"describe how you did \1\g<when>"),
    (r"^(?:describe|explain|summarize) the (?!day|morning|afternoon|evening|night|week|last|first|past|previous|"
     r"episode|events|"
     r"task|chore)(.+?)(?: task| chore| job| procedure| process)?$", r"describe how you did \1"),
    (r"^(?:how did|how was|how were) (yesterday|today|your (?:day|morning|afternoon|evening|week))(?: go)?\b",
     r"summarize \1"),
    (r"^(?:can you |could you )?(?:give|show)(?: me| us)? (?:a |the )?(?:full |complete )?list of "
     r"(?:everything|all things|all the things|the things)(?: that)?\b|^list (?:everything|all the things|all things)"
     r"(?: that)?\b|^name (?:everything|all the things|all things)(?: that)?\b", "list everything"),
    (r"^list everything you (?:did|have done)\b(?! (?:to|with))", "what did you do"),
    (r"^list everything (?:that )?(?=you )", "what did "),
    (r"^(?:name|list|enumerate) (?:me )?(?:all )?(?:of )?(?:the )?(?=(?!task|chore|job|request|errand|what)\w+(?: \w+)?"
     r" (?:that )?you )", "which "),
    (r"^(?:name|enumerate) (?:me )?(?=(?:all|every|the|your|each) )", "list "),
    (r"^(which (?:(?!(?:did|do|are|were|have|had|is|was|will|can)\b)\w+ ){1,2}?)(?:that )?you ", r"\1did you "),
    (r"\bwhere (?:did|has) (.+?) (?:come|came) from\b", r"where did you get \1 from"),
    (r"\bwhere (?:did|has|have) (?:you )?(.+?) (?:go|gone|end up|ended up|land|wind up)\b", r"where is \1"),
    (r"^where has (.+?) been put\b", r"where did you put \1"),
    (r"^what(?:ever)? (?:happened|has happened|became|has become|did happen) (?:to|with|of) (?=\w)",
     "what did you do with "),
    (r"^what was done (?:to|with)\b", "what did you do with"),
    (r"^what was done\b", "what did you do"),
    (r"^where(?:abouts)? (?:can|could|do|would|might|should|may) (?:i|we|one) (?:find|look for|get|expect|see)\b|"
     r"^(?:what|which) (?:is|was) the (?:last |current |present )?(?:known )?(?:location|whereabouts|position|"
     r"place) of\b|"
     r"^(?:in|on|at) (?:what|which) (?:place|spot|location|room|receptacle|container|surface|cupboard) is\b|"
     r"^whereabouts is\b|^where (?:do|did) you keep\b|^(?:please )?(?:find|locate) (?=the |my )", "where is"),
    (r"^i (?:can not|could not|can't) find (.+)$|^i am looking for (.+)$|^i (?:lost|misplaced) (.+)$",
     r"where is \1\2\3"),
    (rf"^(where (?:is|are) .+?) (?:located|situated|kept|stored|placed|lying|standing|sitting|to be found|at){_WHEN}",
     r"\1\g<when>"),
    (rf"^(where (?:was|were) .+?) (?:located|situated|kept|stored|lying|standing|sitting|to be found|at){_WHEN}",
     r"\1\g<when>"),
    (r"^(?:in|into|on|onto) (?:what|which)(?: \w+)? did you (put|place|set|store|drop|leave|lay)\b",
     r"where did you \1"),
    (r"^(?:from|out of|off) (?:what|which|where)(?: \w+)? did you (get|take|pick|grab|fetch|pick up)\b",
     r"from where did you \1"),
    (rf"^(?:for )?how (?:much time|many {_LENGTH})\b(?! (?:ago|between|passed|went|elapsed|did you (?:see|open)))|"
     r"^for how long\b|^how long a time\b", "how long"),
    (r"^(?:what|how long) (?:was|is) the (?:duration|length) of (?:the )?(.+)$|^how long (?:was|were|is|does) (?:the )?"
     r"(?!it\b|you\b)(.+?)(?: task| last)?$", r"how long did \1\2 take"),
    (r"^how long did you spend (?=\w+ing\b)", "how long did it take "),
    (r"^how long (?:did|have|were|are) you (?:been )?(?:busy with|occupied with|busy|working on|work on|spend on|"
     r"spent on|spend|take with|at it with|work with)\b", "how long did it take"),
    (r"^(?:the )?(last|first) time (?:that )?you (?:had |have )?", r"when did you \1 "),
    (r"^(?:the |my )?(\w+(?: \w+)?) (?:location|whereabouts)$|^(?:the )?(?:location|whereabouts) of (?:the |my )?(.+)$",
     r"where is the \1\2"),
    (r"^(the .+?) (?:is|are) (where)$", r"where is \1"),
    (r"^you (\w+) (.+) (where|when|why|how often|how many times)$", r"\3 did you \1 \2"),
    (r"^(?:tell me|say|what do you (?:know|remember)) (?:everything |anything |all |something |more )?(?:that "
     r")?(?:you know |you "
     r"remember )?about (?=the |my |a )(?!the task|the day|my day)", "what did you do with "),
    (r"^(?:for what (?:reason|purpose)|what for|how come|what is the reason|what was the reason|what (?:was|is) the "
     r"purpose)(?: (?:that|why|for))?\b", "why"),
    (r"^what (?:made|prompted|caused|led|motivated) you (?:to )?", "why did you "),
    (r"^why (?=you )(?:you )(?!did)(\w+)", r"why did you \1"),
    (r"^why is it that you\b|^why was it that you\b", "why did you"),
    (r"^(?:on whose behalf|at whose request|for whose sake) did you\b", "who asked you to"),
    (r"^whose (?:idea|wish|request) was (?:it to |the )?", "who asked you to "),
    (r"^who (?:was it that |is it that )?(requested|wanted|ordered|asked for|needed|demanded) (?=the |a |some |my )",
     "who asked you to make "),
    (r"^(?:were|was) (you) (?:able to|allowed to) ", r"did \1 "),
    (r"\b(did|have|had) (you|i|we) (ever |last |first )?(?:happen(?:ed)? to|manage(?:d)? to|get (?:around )?to|"
     r"remember to|bother to|have to|need to|get (?:the|a) chance to|go and|in fact|indeed|really|perhaps|maybe|even|"
     r"possibly|successfully) ", r"\1 \2 \3"),
    (r"\b(did|have) you (ever )?(?:end(?:ed)? up|go(?:ne)? about|start(?:ed)?|finish(?:ed)?) (?=\w+ing\b)", r"\1 "
     r"you \2"),
    (r"\bdid you (?:do|take care of) (?:any|some|the) (cook|clean|wash|slic|cutt|open|heat|water)ing\b",
     r"did you \1 anything"),
    (r"\b(?:take|took|have|had) a (?:look|glance) at\b|\b(?:lay|laid|set) eyes on\b|\b(?:catch|caught) sight of\b|"
     r"\b(?:run|ran|came|come) (?:into|across|upon)\b|\bbe(?:en)? aware of\b", "see"),
    (r"\b(?:make|made|making) use of\b", "use"),
    (r"\b(?:get|got|lay|take|took) (?:a )?(?:hold of|hands on|your hands on)\b", "pick up"),
    (r"\b(?:did you|you) (?:make|do) (?:a |any |some )?attempts? (?:to|at)\b", "did you try to"),
    (r"\bhow (?:many times|often) did you (?:not (?:succeed|manage)|unsuccessfully try|try in vain)(?: in| to| at)? ",
     "how many times did you fail to "),
    (r"\b(?:did not|not) (?:succeed in|manage to)\b|\bwithout success\b|\bunable to\b", "fail to"),
    (r"^(?:did|has|have) (?:anything|something) (?:ever )?(?:go|gone) wrong\b|^was there (?:any|a) (?:trouble|problem|"
     r"problems|failure|failures|mishap|error|errors|difficulty)\b|^(?:did|have) you (?:have|had|make|made|run into|"
     r"encounter(?:ed)?) (?:any|some|a) (?:trouble|problems?|difficult(?:y|ies)|failures?|errors?|mistakes?|"
     r"mishaps?)\b",
     "did anything fail"),
    (r"^what (?:went wrong|did not work(?: out)?|problems did you have|mistakes did you make|did you fail at)\b"
     r"(?= \w)", "what failed"),
    (r"^(?:did|has|was there|have) (?:anything|something) (?:happen(?:ed)?|going on|go on)\b", "did you do anything"),
    (r"^anything (?:happen|happened|going on|new)\b", "did you do anything"),
    (r"^(?:is|was|are|were) there (?:anything|something|things) (in|on|inside|at) (.+)$", r"what is \1 \2"),
    (r"^(?:is|was) (?:anything|something) (in|on|inside) (?!your hand|your grip)(.+)$", r"what is \1 \2"),
    (r"^what (?:do|did|does) (the .+?) (?:contain|hold)\b", r"what is in \1"),
    (r"^what (?:things|objects|items|stuff) (is|are|was|were) (in|on|inside)\b", r"what \1 \2"),
    (r"^(?:what|which) (?:is|are|was|were) the (?:contents|content) of\b", "what is in"),
    (r"^is (?:the |my )?(.+?) (?:empty)$", r"is \1 empty"),
    (r"\b(?:gripper|claw|grip|manipulator|hand) (?:right now|at the moment|currently|just now)$", "hand"),
    (r"^(?:have|do) you (?:got |have |hold )?(?:anything|something|stuff) in (?:your|the) (?:hand|hands|gripper|"
     r"grip)\b",
     "what are you holding"),
    (r"^is your (?:hand|gripper) (?:empty|free|full)\b", "what are you holding"),
    (r"\b(?:exact|precise|literal) words\b", "words"),
    (r"^what (?:were|was) my words?(?: about| on| regarding)?\b", "what did i say about"),
    (r"^what (?:were|was|are) (?:my|the) (?:instruction|order|command|request|wish|message)s?"
     r"(?: to you)?(?= |$)(?: about| on| regarding| concerning)?", "what did i say about"),
    (r"^(what|when|why|how often|how many times|where) did i (first |last )?(?:speak|talk) to you\b",
     r"what did i \2say"),
    (r"^when did i (first |last |ever )?(say|tell|ask|mention|request|order|want)\b", r"what did i \1\2"),
    (r"^where did i (?:say|tell you|mention)(?: that)? (.+?) (?:is|was|are|were)$", r"what did i say about \1"),
    (r"^(?:did i|have i) (?:ever )?(?:talk|speak|spoken)(?: to you)? about\b", "did i say anything about"),
    (r"^what (i|you|we) (said|told|asked|wanted|requested|mentioned|ordered)\b", r"what did \1 \2"),
    (r"^(?:which|what) (?:day|date|weekday) (did|was|were|have) (.+?) on$", r"on which day \1 \2"),
    (r"\bloa(?:f|ves) of bread\b", "bread"),
    (r"^how many (?:slices?|pieces?|bits?) of (?:the )?(\w+?)(?:es|s)?\b", r"how many \1 slices"),
    (r"^with (?:what|which)(?: (?:tool|utensil|thing|object|knife|implement|appliance|device))? did you (.+)$",
     r"with what did you \1"),
    (r"^(?:what|which)(?: (?:tool|utensil|thing|object|knife|implement|appliance|device|one))? did you use (?:to|for) "
     r"(?:slice|slicing|the slicing of) (.+)$", r"with what did you slice \1"),
    (r"^(?:what|which)(?: (?:tool|utensil|thing|object|knife|implement|appliance|device|one))? did you (?:use|need) "
     r"(?:to|for|when|while) (.+)$", r"with what did you \1"),
    (rf"^(?:what|which)(?: (?:tool|utensil|thing|object|knife|implement|appliance|device|one))? did you (?!do\b|"
     rf"interact\b)"
     rf"(.+) (?:with|using){_WHEN}", r"with what did you \1\g<when>"),
    (rf"^(?:and )?(?:what|which \w+) (?:was|were) (.+?) (?:taken|removed|picked|grabbed|fetched|pulled|lifted) (?:up )?"
     rf"(?:out of|from|off){_WHEN}", r"where did you take \1 from\g<when>"),
    (rf"^(?:and )?(?:what|which \w+) did you (?:take|remove|pick|grab|fetch|pull|lift|get) (.+?) (?:up )?(?:out of|"
     rf"from|off){_WHEN}",
     r"where did you take \1 from\g<when>"),
    (rf"^(?:and )?(?:what|which \w+) (?:was|were) (.+?) (?:put|placed|left|stored|set|dropped) (?:down )?(?:in|into|"
     rf"on|onto){_WHEN}",
     r"where did you put \1\g<when>"),
    (rf"^(?:and )?(?:what|which \w+) did you (?:put|place|leave|store|set|drop) (.+?) (?:in|into|on|onto){_WHEN}",
     r"where did you put \1\g<when>"),
    (r"^(did|have) you (?:use[d]?|need|take) (an? |the |my )(\w+(?: \w+)?) (?:to|for|when|while) (.+)$",
     r"\1 you \4 with \2\3"),
)  # fmt: skip
