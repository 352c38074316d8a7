/** Work that the server starts by itself, by a schedule or a trigger: tasks, workflows, test runs, chats and evaluations. */
@NullMarked
package dev.guildhall.ports.start;

import org.jspecify.annotations.NullMarked;
