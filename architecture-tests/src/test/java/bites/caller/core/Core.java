package bites.caller.core;

import bites.caller.ports.OffendingAnonymous;
import bites.caller.ports.OffendingClass;
import bites.caller.ports.OffendingLate;
import bites.caller.ports.Tasks;

record Core(OffendingAnonymous anonymous, OffendingLate late, Tasks tasks, OffendingClass type) {}
