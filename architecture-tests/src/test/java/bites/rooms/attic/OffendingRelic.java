package bites.rooms.attic;

interface OffendingRelic {}
