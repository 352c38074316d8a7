/** The queue: who puts tasks in, who carries them out, and what happens when somebody dies meanwhile (contract 6). */
package dev.guildhall.core.task;
