/** What a problem becomes in an answer: statuses, codes and bodies (general-11 to general-16). */
package dev.guildhall.http.error;
