/** What a problem becomes in an answer: statuses, codes and bodies (contract 0). */
package dev.guildhall.http.error;
