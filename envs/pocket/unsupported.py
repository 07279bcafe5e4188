"""Actions of AI2-THOR that this engine refuses, and why."""

from __future__ import annotations

_ARM = "there is no robot arm; AI2-THOR's default agent handles things with PickupObject and PutObject"
_DRONE = "there is no drone; the agent walks"
_HOUSES = "houses are not built from assets; load a scene by name, or give the controller an envs.pocket Scene"
_SPAWNING = "things are not made out of nothing; InitialRandomSpawn and SetObjectPoses copy those that are there"
_CAMERA = "the eye stays in the agent's head; AddThirdPartyCamera looks from anywhere"
_DRAWN = "nothing is drawn into the scene; GetShortestPath and GetReachablePositions return the points"
_HIDING = "things are seen or not there; DisableObject takes one away until EnableObject"
_PHYSICS = "nothing is moved by physics, so there is nothing to make movable or fixed"
_ALL_AT_ONCE = "states are not drawn at random; SetObjectStates sets those that are wanted"
_EXPERT = "there is no expert; GetShortestPath, GetShortestPathToPoint and GetInteractablePoses are what it is made of"
_QUERY = "the answer is in metadata: read event.metadata['objects'], event.get_object or event.metadata['sceneBounds']"
_RENAMED = "it was renamed before AI2-THOR 5; use {}"
_ONE_BY_ONE = "call {} for each"
_CLOCK = "simulated time is the engine's own; PausePhysicsAutoSim and AdvancePhysicsStep steer it"
_TEST = "it tests Unity's own dispatcher and means nothing elsewhere"

_GROUPS: tuple[tuple[str, str], ...] = (
    (
        _ARM,
        "MoveArm MoveArmRelative MoveArmBase MoveArmBaseUp MoveArmBaseDown RotateWrist RotateWristRelative RotateElbow "
        "RotateElbowRelative ReleaseObject SetHandSphereRadius TeleportArm MoveAgent RotateAgent MoveContinuous "
        "RotateContinuous SetGripperOpenness RotateCameraBase OpenWithHand",
    ),
    (
        _DRONE,
        "FlyAhead FlyBack FlyLeft FlyRight FlyUp FlyDown FlyTo FlyRandomStart FlyAssignStart LaunchDroneObject "
        "CheckDroneCaught SpawnDroneLauncher",
    ),
    (
        _HOUSES,
        "CreateHouse GetHouseFromTemplate SpawnAsset GetAssetDatabase AssetInDatabase AssetsInDatabase "
        "CreateRuntimeAsset BakeNavMesh",
    ),
    (
        _SPAWNING,
        "CreateObject CreateObjectAtLocation CreateObjectOnFloor SpawnObjectInReceptacleRandomly SpawnTargetCircle",
    ),
    (_CAMERA, "UpdateMainCamera SetTopLevelView TopLevelView CameraCrack"),
    (
        _DRAWN,
        "VisualizePath HideVisualizedPath VisualizeShortestPaths VisualizeGrid VisualizeWaypoints ChangeAgentColor",
    ),
    (_HIDING, "HideObject UnhideObject UnhideAllObjects MaskObject UnmaskObject HideTranslucentObjects"),
    (
        _PHYSICS,
        "MakeAllPickupableObjectsMoveable MakeAllObjectsMoveable MakeObjectsStaticKinematicMassThreshold "
        "ChangeOpenSpeed",
    ),
    (
        _ALL_AT_ONCE,
        "RandomToggleStateOfAllObjects RandomToggleSpecificState RandomlyOpenCloseObjects OpenVisibleObjects "
        "CloseVisibleObjects RandomlyMoveAgent",
    ),
    (_EXPERT, "ObjectNavExpertAction"),
    (_QUERY, "GetObjectMetadata GetSceneBounds ObjectTypeToObjectIds WorldToViewportPoint"),
    (_RENAMED.format("GetInteractablePoses"), "PositionsFromWhichItemIsInteractable"),
    (_RENAMED.format("InitialRandomSpawn"), "RandomInitialize"),
    (_RENAMED.format("PutObject"), "PlaceHeldObject"),
    (_RENAMED.format("RotateHeldObject"), "RotateHand RotateHandRelative"),
    (_RENAMED.format("DirectionalPush, PushObject or PullObject"), "ApplyForceObject"),
    (_RENAMED.format("GetCoordinateFromRaycast"), "PerformRaycast"),
    (_ONE_BY_ONE.format("RemoveFromScene"), "RemoveObjsFromScene"),
    (_CLOCK, "ChangeTimeScale"),
    (_TEST, "TestFastEmit TestActionReflectParam TestActionDispatchNoop TestActionDispatchFindAmbiguous"),
)

REFUSED: dict[str, str] = {name: reason for reason, names in _GROUPS for name in names.split()}
"""Action → why it is refused, in one sentence without its full stop."""
